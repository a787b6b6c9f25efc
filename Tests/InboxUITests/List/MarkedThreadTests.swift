import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Marks on collapsed threads.
struct MarkedThreadTests {
  private static let chat = [
    ("Joe", "room-3", "hi all"), ("Łukasz", "room-3", "hello"),
    ("Ana", "room-3", "who is on call?"), ("Bob", "room-4", "lunch?"),
    ("Joe", "room-3", "are you there?"), ("Eve", nil, "the build is green"),
  ]

  /// A list of three rows: a message without a thread, a thread of four and one of one.
  private func screen(filter: String = "source:chat") -> ScreenDriver {
    var inbox = ScreenDriver(count: Self.chat.count, size: Size(columns: 100, rows: 20)) {
      number, payload in
      let (title, thread, body) = Self.chat[Int(number) - 1]
      (payload.title, payload.source, payload.body) = (.set(title), "chat", .set(body))
      if let thread { payload.thread = .set(thread) }
    }.with { $0.environment.preferences = ScreenPreferences() }
    inbox.send(.tick)
    inbox.run("filter \(filter)")
    return inbox
  }

  /// The titles of the rows with a mark.
  private func marked(_ inbox: ScreenDriver) -> [String] {
    let list = inbox.state.list
    return list.snapshot.rows.filter(list.isMarked).map { $0.titledByNames.title ?? "" }
  }

  private func reply(_ title: String, in thread: String) -> Payload {
    .make(title, source: "chat", body: "again", thread: thread)
  }

  @Test func `Space marks a thread and a message, and both show it`() throws {
    var inbox = screen().pressing("Space", "Space")
    #expect(marked(inbox) == ["Eve", "Joe, Ana +1"])
    #expect(
      inbox.bottomBar.hasPrefix(" 2 marked: m read  e done  d delete  s snooze  p pin  Esc clear"))
    try inbox.checkGolden("marked-threads")
    #expect(marked(inbox.after("k", "Space")) == ["Eve"])
    #expect(marked(inbox.after("Esc")).isEmpty)
  }

  @Test func `an action changes marked messages and threads after one question, in one undo step`()
  {
    var inbox = screen().pressing("Space", "Space", "d")
    #expect(inbox.question == "Delete 5 messages?")
    #expect(inbox.after("y").threadTitles == ["Bob"] && marked(inbox).isEmpty)
    #expect(inbox.status == "Deleted 5 messages · u undo")
    #expect(inbox.after("u").threadTitles == ["Eve", "Joe, Ana +1", "Bob"])
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }

  @Test func `what changes in a marked thread under the question is left alone`() {
    var inbox = screen().pressing("Space", "Space", "d")
    inbox.revise(2) { $0.body = .set("on my way") }
    #expect(
      inbox.after("y").status == "Deleted 4 messages · 1 message gone or changed since · u undo")
    #expect(inbox.message(2)?.status == .unread)
  }

  @Test func `a count takes threads, and the marks show which`() {
    var inbox = screen().countingDigits()
    #expect(marked(inbox.after("1 2 d")) == ["Eve", "Joe, Ana +1", "Bob"])
    #expect(inbox.question == "Delete 6 messages?")
    #expect(marked(inbox.after("n")).isEmpty && inbox.messages.allSatisfy { $0.status == .unread })
    #expect(marked(inbox.after("1 2 s", "Esc", "j")).isEmpty)
    #expect(marked(inbox.after("Space", "1 2 d", "n")).count == 1)
  }

  @Test func `m decides by all messages, and counts those that it changes`() {
    var inbox = screen().pressing("m", "k", "Space", "Space", "m")
    #expect(inbox.question == "Mark 4 messages read?")
    #expect(inbox.after("y", "k", "k", "Space", "Space", "m").question == "Mark 5 messages unread?")
    #expect(marked(inbox.after("n")).count == 2)
  }

  @Test func `in a list of unread messages those just read stay, threads leave`() {
    var inbox = screen().with { $0.environment.preferences.collapseThreads = .on }
    inbox.run("filter is:unread", then: "Space", "Space", "m", "y")
    #expect(inbox.threadTitles == ["Eve", "Bob"])
    #expect(inbox.rows.map(\.status) == [.read, .unread])
  }

  @Test func `a refusal keeps the marks, and what changes nothing is said`() {
    var inbox = screen().pressing("j", "Space", "d", "n")
    #expect(marked(inbox) == ["Joe, Ana +1"])
    #expect(inbox.after(running: "unread").status == "Nothing to change" && marked(inbox).isEmpty)
    #expect(inbox.question == nil)
  }

  @Test func `s hides all messages of marked rows, p pins the newest of each`() {
    var inbox = screen().pressing("Space", "Space", "s")
    #expect(inbox.menu?.title == "Snooze 5 messages")
    #expect(inbox.after("Enter").threadTitles == ["Bob"])
    #expect(inbox.after("u", "g g", "Space", "Space", "p").question == nil)
    #expect(inbox.messages.filter(\.isPinned).map(\.number.rawValue) == [6, 5])
    #expect(inbox.after("u").messages.allSatisfy { !$0.isPinned })
  }

  @Test(arguments: [
    ("read", "Mark 5 messages read?"), ("pin", "Pin 5 messages?"),
    ("snooze 2h", "Snooze 5 messages?"), ("delete", "Delete 5 messages?"),
  ])
  func `a command line acts on marked messages and threads`(line: String, question: String) {
    var inbox = screen().pressing("Space", "Space").running(line)
    #expect(inbox.question == question)
    inbox.press("y")
    let unchanged = inbox.messages.filter {
      $0.status == .unread && !$0.isPinned && $0.snoozedUntil == nil
    }
    #expect(unchanged.map(\.number.rawValue) == [4])
    #expect(inbox.after("u").messages.allSatisfy { $0.status == .unread && !$0.isPinned })
  }

  @Test func `ranges and counts take threads as well`() {
    var inbox = screen().countingDigits()
    #expect(marked(inbox.after("V", "j", "j")) == ["Eve", "Joe, Ana +1", "Bob"])
    #expect(inbox.after("k", "V", "d").state.overlays.question?.count == 5)
    #expect(marked(inbox.after("n", "Esc", "g g", "2", "Space")) == ["Eve", "Joe, Ana +1"])
    #expect(marked(inbox.after("Esc", "g g", "j", "Space", "V")) == ["Joe, Ana +1", "Bob"])
  }

  @Test func `a message that arrives in a marked thread is acted on, and moves no range`() {
    var inbox = screen().pressing("j", "V", "j")
    inbox.push(reply("Ana", in: "room-3"))
    #expect(inbox.threadTitles == ["Ana, Joe +1", "Eve", "Bob"])
    #expect(marked(inbox) == ["Ana, Joe +1", "Bob"])
    #expect(inbox.after("V", "d").state.overlays.question?.count == 6)
    inbox.push(reply("Ana", in: "room-3"))
    inbox.press("y")
    // What arrived after the question is not what was asked about.
    #expect(inbox.threadTitles == ["Ana", "Eve"])
  }

  @Test func `a marked message whose row becomes a thread stays marked with it`() {
    var inbox = screen().pressing("G", "Space")
    #expect(marked(inbox) == ["Bob"])
    inbox.push(reply("Bob", in: "room-4"))
    #expect(inbox.threadTitles.first == "Bob" && marked(inbox) == ["Bob"])
    #expect(inbox.after("d").state.overlays.question?.count == 2)
    // Of the two one is left, and the mark on it.
    inbox.press("n")
    inbox.elsewhere { inbox in _ = try inbox.delete([4]) }
    #expect(marked(inbox) == ["Bob"])
    #expect(inbox.after("d", "y").threadTitles == ["Eve", "Joe, Ana +1"])
  }

  @Test func `a thread stays marked while it is read, until it leaves the list`() {
    var inbox = screen().pressing("j", "Space", "k", "Enter")
    #expect(inbox.screen == .thread && marked(inbox).isEmpty)
    #expect(marked(inbox.after("q")) == ["Joe, Ana +1"])
    var unread = screen().with { $0.environment.preferences.collapseThreads = .on }
    unread.run("filter is:unread", then: "j", "Space", "k", "Enter", "q")
    #expect(unread.state.list.marks.isEmpty && unread.threadTitles == ["Eve", "Bob"])
  }

  @Test func `without collapsed threads the messages are marked, and each can be unmarked`() {
    var inbox = screen().pressing("j", "Space")
    inbox.state.environment.preferences.collapseThreads = .off
    #expect(marked(inbox.after(.tick)) == ["Joe", "Ana", "Łukasz", "Joe"])
    #expect(inbox.bottomBar.hasPrefix(" 4 marked:"))
    #expect(marked(inbox.after("g g", "j", "Space")) == ["Ana", "Łukasz", "Joe"])
    #expect(inbox.after("d").threadTitles == ["Eve", "Joe", "Bob"])
  }

  @Test func `grouping by a property keeps the marks, another list has none`() {
    var inbox = screen().pressing("j", "Space", "g t")
    #expect(marked(inbox).count == 4)
    inbox.press("Esc", "g d", "g g", "j", "Space")
    inbox.run("filter is:unread")
    inbox.run("filter source:chat")
    #expect(marked(inbox).isEmpty && inbox.state.list.marks.isEmpty)
  }

  @Test(arguments: ["y", "|", "o"])
  func `what needs single messages says that a thread is marked`(key: String) {
    let inbox = screen().pressing("j", "Space", key)
    #expect(inbox.status == "A thread is marked · Esc clears the marks")
    #expect(inbox.prompt == nil)
  }

  @Test func `an action whose messages come after another key is not asked about`() {
    var inbox = screen().pressing("j", "Space").holdingEffects().pressing("d", "k")
    #expect(inbox.release().question == nil && marked(inbox) == ["Joe, Ana +1"])
  }
}
