import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The keys that the bottom line names.
struct KeyHintsTests {
  private func wide(count: Int) -> ScreenDriver {
    ScreenDriver(count: count, size: Size(columns: 120, rows: 24))
  }

  @Test func `the list tells how to quit, a thread how to leave it`() {
    var inbox = wide(count: 2)
    #expect(inbox.bottomBar.contains("q quit  ? help"))
    inbox.revise(2) { $0.thread = .set("deploys") }
    #expect(inbox.after("t").screen == .thread)
    #expect(inbox.bottomBar.contains("q back  ? help"))
    #expect(!inbox.bottomBar.contains("quit"))
  }

  @Test func `a program around the inbox has its own word for the way back, and only it`() {
    var inbox = wide(count: 1).with { $0.hostOptions = HostOptions(closeLabel: "to the mail") }
    #expect(inbox.bottomBar.contains("? help  q to the mail"))
    #expect(!inbox.bottomBar.contains("quit"))
    inbox.state.hostOptions = HostOptions(closeLabel: nil)
    #expect(inbox.bottomBar.contains("F filter  ? help"))
  }

  @Test(arguments: ["s", "x", "S"])
  func `a menu over a folded group has its own hints`(_ key: String) {
    let inbox = wide(count: 3).pressing("g", "s", "z", "M", key)
    #expect(inbox.menu != nil)
    #expect(inbox.bottomBar.contains("Enter choose"))
    #expect(inbox.bottomBar.contains("Esc cancel"))
  }

  @Test func `how a sequence goes on is told, and that there is more than fits`() {
    var inbox = ScreenDriver(count: 1, size: Size(columns: 80, rows: 24)).pressing("g")
    #expect(inbox.bottomBar.hasPrefix(" g …  b sources  d group by day  e show done  f follow"))
    #expect(inbox.bottomBar.contains("  …  "))
    inbox.send(.resized(Size(columns: 200, rows: 24)))
    #expect(inbox.bottomBar.contains("t group by thread  u undo list"))
    #expect(!inbox.bottomBar.contains("  …  "))
    #expect(inbox.after("Esc", "`").bottomBar.hasPrefix(" ` …  a letter: set bookmark"))
  }

  @Test func `the reader names what its message has, and what the key would make of it`() {
    var inbox = wide(count: 2)
    inbox.revise(2) {
      $0.tap = .set(.url("https://example.org"))
      $0.actions = .set(["a", "b"].map { MessageAction(id: $0, label: $0) })
    }
    #expect(inbox.after("Enter").bottomBar.contains(" o open  a actions  J next"))
    #expect(inbox.bottomBar.contains("m mark unread"))
    #expect(inbox.after("m").bottomBar.contains("Marked “Message 2” unread · u undo"))
    inbox.state.status = nil
    #expect(inbox.bottomBar.contains("m mark read"))
    #expect(inbox.after("J").bottomBar.contains(" J next"))
  }

  @Test func `the list names what the key would make of the message or the thread`() {
    var inbox = wide(count: 2)
    #expect(inbox.bottomBar.contains("m mark read  "))
    inbox.perform(.read, on: 1, 2)
    #expect(inbox.bottomBar.contains("m mark unread  "))
    #expect(inbox.pressing("Space").bottomBar.contains("m mark unread  "))
    inbox.revise(1, 2) { $0.thread = .set("deploys") }
    inbox.state.environment.preferences.collapseThreads = .on
    #expect(inbox.after(.tick).bottomBar.contains("Enter read thread  m mark unread  "))
    inbox.perform(.unread, on: 1)
    #expect(inbox.after(.tick).bottomBar.contains("Enter read thread  m mark read  "))
  }

  @Test func `the reader names the menu of attachments and links`() {
    for part in ["attachment", "link", "nothing"] {
      var inbox = wide(count: 1)
      inbox.revise(1) { payload in
        if part == "attachment" {
          payload.attachments = .set([Attachment(url: "https://a.org/a.png")])
        }
        if part == "link" { payload.body = .set("see https://a.org") }
      }
      #expect(inbox.after("Enter").bottomBar.contains("a actions") == (part != "nothing"))
    }
  }

  @Test func `opening is named only where there is something to open`() {
    var inbox = wide(count: 2)
    inbox.revise(1) { $0.tap = .set(.url("https://example.org")) }
    #expect(!inbox.bottomBar.contains("o open"))
    #expect(inbox.after("j").bottomBar.contains("o open"))
  }

  @Test func `a key that was bound instead of the default is the one that is named`() {
    var inbox = wide(count: 1).with { $0.environment.keymap.unbind([.character("d")], in: .list) }
    inbox.state.environment.keymap.bind(
      [.character("d"), .character("d")], to: .command(.acting(.delete)), in: .list)
    #expect(inbox.bottomBar.contains("d d delete"))
    inbox.state.environment.keymap.unbind([.character("d"), .character("d")], in: .list)
    #expect(inbox.bottomBar.contains("Delete delete"))
  }

  @Test(arguments: [["Space"], []]) func `a low screen names the way out`(keys: [String]) {
    let inbox = ScreenDriver(count: 3, size: Size(columns: 20, rows: 5)).pressing(keys)
    #expect(inbox.bottomBar.contains("q quit"))
  }

  @Test func `marked rows on a narrow screen name how to clear the marks and how to quit`() {
    var inbox = ScreenDriver(count: 11, size: Size(columns: 32, rows: 12))
    #expect(inbox.after("Space", "Space").bottomBar.hasPrefix(" 2 marked: Esc clear  q quit"))
  }

  @Test func `marked rows do not hide how to quit`() {
    let inbox = wide(count: 3).pressing("Space")
    #expect(inbox.bottomBar.contains("1 marked:"))
    #expect(inbox.bottomBar.contains("Esc clear  q quit"))
  }

  @Test func `marked rows do not hide the way back to a program around the inbox`() {
    var inbox = wide(count: 3).with { $0.hostOptions = HostOptions(closeLabel: "to the mail") }
    #expect(inbox.after("Space").bottomBar.contains("Esc clear  q to the mail"))
  }

  @Test func `a low screen names the keys in the reader`() {
    var inbox = ScreenDriver(count: 300, size: Size(columns: 20, rows: 5)) {
      $1.body = .set((1...50).map { "line \($0)" }.joined(separator: "\n"))
    }
    #expect(inbox.after("Enter").bottomBar.contains("q back  ? help"))
  }

  @Test func `answers are named once`() {
    var inbox = wide(count: 1)
    inbox.revise(1) { $0.ask(["Yes", "No"]) }
    #expect(inbox.after("Enter").bottomBar.contains("a answer  J next"))
    #expect(!inbox.bottomBar.contains("actions"))
  }

  @Test func `help tells how far it is scrolled, where keys leave room for it`() {
    var inbox = wide(count: 1).pressing("?")
    #expect(inbox.bottomBar.hasPrefix(" Enter run  / search  ? more"))
    #expect(inbox.after("?").bottomBar.hasPrefix(" Enter run  C-f page"))
    #expect(inbox.bottomBar.hasSuffix(" Top"))
    #expect(inbox.after("G").bottomBar.hasSuffix(" End"))
    inbox.send(.resized(Size(columns: 20, rows: 5)))
    #expect(inbox.bottomBar.hasPrefix(" ? more  q back"))
  }
}
