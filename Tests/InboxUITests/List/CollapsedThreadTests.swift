import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// A thread as one row of the list.
struct CollapsedThreadTests {
  private static let chat = [
    ("Joe", "chat/room-3", "room-3", "hi all"), ("Łukasz", "chat/room-3", "room-3", "hello"),
    ("Ana", "chat/room-3", "room-3", "who is on call?"), ("Bob", "chat/room-4", "room-4", "lunch?"),
    ("Joe", "chat/room-3", "room-3", "are you there?"), ("Disk", "ci", "room-3", "full"),
  ]

  private func screen(_ collapsing: ThreadCollapsing = .auto) -> ScreenDriver {
    var inbox = ScreenDriver(count: Self.chat.count, size: Size(columns: 100, rows: 20)) {
      number, payload in
      let (title, source, thread, body) = Self.chat[Int(number) - 1]
      (payload.title, payload.source) = (.set(title), source)
      (payload.thread, payload.body) = (.set(thread), .set(body))
    }.with { $0.environment.preferences = ScreenPreferences() }
    inbox.state.environment.preferences.collapseThreads = collapsing
    inbox.send(.tick)
    return inbox
  }

  @Test(arguments: [
    (ThreadCollapsing.auto, "", 6), (.auto, "source:chat", 2), (.auto, "is:unread", 6),
    (.auto, "source:chat is:unread", 5), (.on, "", 3), (.on, "is:unread", 3), (.on, "hello", 1),
    (.off, "source:chat", 5),
  ])
  func `the setting says which lists have one row for a thread`(
    setting: ThreadCollapsing, filter: String, count: Int
  ) {
    var inbox = screen(setting)
    if !filter.isEmpty { inbox.run("filter \(filter)") }
    #expect(inbox.rows.count == count)
  }

  @Test func `groups by a property, threads, the trash and a host have all messages`() {
    var inbox = screen(.on).pressing("g s")
    #expect(inbox.rows.count == 6)
    #expect(inbox.after("g d").rows.count == 3)
    #expect(inbox.after(running: "sort priority").rows.count == 6)
    #expect(inbox.after(running: "sort newest", then: "t").rows.count == 5)
    var narrowed = screen().with { $0.hostOptions = HostOptions() }
    #expect(narrowed.after(running: "filter source:chat").rows.count == 5)
  }

  @Test func `a row has the names of those who wrote last, the newest text and the numbers`() throws
  {
    let inbox = screen().running("filter source:chat")
    #expect(inbox.threadTitles == ["Joe, Ana +1", "Bob"])
    let text = try #require(inbox.texts.first { $0.contains("Joe, Ana +1") })
    #expect(text.contains("4 · 4●"))
    let all = inbox.texts.joined()
    #expect(all.contains("are you there?") && !all.contains("who is on call?"))
  }

  @Test func `the status of a filter counts messages, and says in how many rows they are`() {
    var inbox = screen().running("filter source:chat")
    #expect(inbox.status == "Only source:chat: 5 messages in 2 rows · Esc shows all")
    #expect(inbox.state.list.shownCount == 2)
    #expect(inbox.after(running: "filter source:ci").status == "Only source:ci: 1 · Esc shows all")
  }

  @Test func `names are titles of one word, or of words with capitals`() {
    #expect(ConversationNames(["Ana", "joe", "Maria Silva", "Ana"])?.text == "Ana, joe +1")
    #expect(ConversationNames(["a", "b", "c", "d", "a"])?.text == "a, b +2")
    for title in [
      "Re: numbers", "Build failed", "Error: disk full", String(repeating: "x", count: 25),
    ] {
      #expect(ConversationNames([title, "Ana", title]) == nil, "\(title)")
    }
    #expect(ConversationNames([]) == nil)
  }

  @Test func `Enter opens what the row counts, unread until it is left`() {
    var inbox = screen().running("filter source:chat", then: "Enter")
    #expect(inbox.screen == .thread && inbox.rows.count == 4)
    #expect(inbox.rows.allSatisfy { $0.status == .unread })
    #expect(inbox.state.list.selectedRow?.excerpt == "are you there?")
    // The thread as a whole has the message of another source as well.
    #expect(inbox.after("Esc").rows.count == 5)
    #expect(inbox.after("q").rows[0].threadSummary?.unread == 0)
    #expect(inbox.state.list.snapshot.counts.unread == 2)
    #expect(inbox.after("u").rows[0].threadSummary?.unread == 4)
    #expect(inbox.after("j", "Enter").screen == .reader)
  }

  @Test(arguments: ["]", "1"])
  func `a thread that another list takes the place of is read as well`(key: String) {
    var inbox = screen().running("filter source:chat", then: "Enter")
    #expect(inbox.screen == .thread)
    #expect(inbox.after(key).screen == .list && inbox.state.list.snapshot.counts.unread == 2)
  }

  @Test(arguments: ["Enter q", "m y"])
  func `messages of the same thread from another source stay unread`(keys: String) {
    let inbox = screen(.on).pressing("j", keys)
    #expect(inbox.screen == .list && inbox.state.list.snapshot.counts.unread == 2)
  }

  @Test func `a thread shows that one of its messages is urgent, and searches find all`() {
    var inbox = screen()
    inbox.revise(3) { $0.priority = .set(.high) }
    #expect(inbox.after(running: "filter source:chat").rows[0].priority == .high)
    #expect(inbox.after("j", "/", typing: "hello", then: "Enter").state.list.selectedIndex == 0)
  }

  @Test func `what needs one message says that the row is a thread, a pin takes the newest`() {
    var inbox = screen().running("filter source:chat", then: "y")
    #expect(inbox.status == "This row is a thread · Enter opens it")
    inbox.press("p")
    let rows = inbox.rows
    #expect(rows.map(\.isPinned) == [true, false, false])
    #expect(rows.compactMap(\.threadSummary?.total) == [3])
  }

  @Test func `a click on the selected row opens its thread`() {
    var inbox = screen().running("filter source:chat", then: "g", "g")
    let total = inbox.rows[0].threadSummary?.total
    inbox.click(inbox.position(of: inbox.rows[0].titledByNames.title ?? ""))
    #expect(inbox.screen == .thread)
    #expect(inbox.rows.count == total)
  }

  @Test func `with manual reading Enter leaves the thread unread`() {
    var inbox = screen().with { $0.environment.preferences.viewMarksRead = false }
    inbox.run("filter source:chat", then: "Enter", "q")
    #expect(inbox.rows[0].threadSummary?.unread == 4)
  }

  @Test func `an action changes all messages of the row after a question, and is undone at once`() {
    var inbox = screen().running("filter source:chat", then: "d")
    #expect(inbox.state.overlays.question?.count == 4)
    #expect(inbox.after("y").threadTitles == ["Bob"])
    #expect(inbox.after("u").threadTitles == ["Joe, Ana +1", "Bob"])
    #expect(inbox.after("k", "m", "y").rows[0].threadSummary?.unread == 0)
    #expect(inbox.after("k", "m").question?.contains("unread") == true)
  }

  @Test func `the cursor stays on its thread when another message arrives there`() {
    var inbox = screen().running("filter source:chat")
    inbox.push(.make("Bob", source: "chat/room-4", body: "now?", thread: "room-4"))
    #expect(inbox.threadTitles == ["Bob", "Joe, Ana +1"])
    inbox.press("j")
    inbox.push(.make("Ana", source: "chat/room-3", body: "here", thread: "room-3"))
    #expect(inbox.state.list.selectedRow?.threadSummary?.total == 5)
  }

  @Test func `the last line counts the rows and names the keys of a thread`() {
    var inbox = screen().running("filter source:chat").with { $0.status = nil }
    let line = inbox.texts.last ?? ""
    #expect(line.contains("1/2") && line.contains("Enter read thread"))
    #expect(inbox.after("j").texts.last?.contains("Enter read  ") == true)
  }

  @Test func `threads of one name from several sources are told apart`() {
    let chat = [
      ("Joe", "chat/irc", "room-5"), ("Joe", "chat/matrix", "room-5"),
      ("Joe", "chat/irc", "room-1"),
    ]
    var inbox = ScreenDriver(count: chat.count, size: Size(columns: 100, rows: 20)) {
      let (title, source, thread) = chat[Int($0) - 1]
      ($1.title, $1.source, $1.thread) = (.set(title), source, .set(thread))
    }.with { $0.environment.preferences = ScreenPreferences() }
    inbox.run("filter source:chat")
    let rows = inbox.texts.filter { $0.contains("Joe") }
    #expect(rows.count == 3)
    for (row, (source, thread)) in zip(
      rows, [("chat/irc", "room-1"), ("chat/matrix", "room-5"), ("chat/irc", "room-5")])
    {
      #expect(row.contains(source) && row.contains("\(thread) · Joe"), "\(row)")
    }
    inbox.run("filter source:chat/irc")
    let own = inbox.texts.filter { $0.contains("Joe") }
    #expect(own.allSatisfy { !$0.contains("chat/irc ") && !$0.contains("· Joe") })
    #expect(own.count == 2 && own[0].contains("room-1") && own[1].contains("room-5"))
  }
}
