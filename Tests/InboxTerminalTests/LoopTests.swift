import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Synchronization
import Testing

@testable import InboxTerminal

/// Where an inbox of a test is kept.
enum Keeping: CaseIterable { case memory, file }

@Suite(.waiting) struct LoopTests {
  private let folder: TemporaryFolder
  private let terminal: ScriptedTerminal

  init() throws {
    folder = try TemporaryFolder()
    terminal = try ScriptedTerminal()
  }

  private func inbox(_ keeping: Keeping) throws -> Inbox {
    try keeping == .memory ? .testing() : .testing(in: folder)
  }

  private func push(_ titles: String..., to inbox: Inbox) throws {
    _ = try inbox.push(titles.map { .make($0) }, defaultSource: "test")
  }

  private func run(_ inbox: Inbox, on terminal: ScriptedTerminal) -> RunningLoop {
    var preferences = ScreenPreferences()
    // Their numbers would wait for the clock, which stands still.
    preferences.automaticTabs = false
    let state = UIState(size: .zero, preferences: preferences)
    return RunningLoop(on: terminal, now: { .testing }) {
      try InboxPane(inbox: inbox, state: state, now: { .testing })
    }
  }

  @Test(arguments: Keeping.allCases) func `a key becomes a frame`(keeping: Keeping) throws {
    let inbox = try inbox(keeping)
    try push("first", "second", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("first", "second", "1/2")
    terminal.press(.character("j"))
    try terminal.awaitScreen("2/2")
    #expect(try loop.quit(by: terminal) == 0)
    #expect(terminal.requests.last == .close)
  }

  @Test(arguments: Keeping.allCases) func `what another handle stores appears`(keeping: Keeping)
    throws
  {
    let inbox = try inbox(keeping)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("No notifications")
    let other = try keeping == .memory ? inbox : .testing(in: folder)
    try push("from elsewhere", to: other)
    try terminal.awaitScreen("from elsewhere", "1 unread")
    _ = try other.perform(.read, on: .numbers([MessageNumber(1)]))
    try terminal.awaitScreen("0 unread", "from elsewhere")
    #expect(try loop.quit(by: terminal) == 0)
  }

  @Test(arguments: Keeping.allCases) func `a change asked for by key comes back`(keeping: Keeping)
    throws
  {
    let inbox = try inbox(keeping)
    try push("first", "second", "third", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("3 unread")
    terminal.press(.character("d"))
    try terminal.awaitScreen("2 unread of 2", "Deleted “third”")
    terminal.press(.character("u"))
    try terminal.awaitScreen("3 unread", "third")
    terminal.press(.enter)
    try terminal.awaitScreen("q back")
    terminal.press(.escape)
    try terminal.awaitScreen("2 unread", "third")
    #expect(try loop.quit(by: terminal) == 0)
  }

  @Test(arguments: Keeping.allCases) func `nothing is lost by quitting`(keeping: Keeping) throws {
    let inbox = try inbox(keeping)
    try push("first", "second", "third", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("3 unread")
    terminal.press(.character("d"), .character("d"), .character("q"), .character("d"))
    #expect(try loop.wait() == 0)
    let counts = try inbox.counts()
    #expect(counts.deleted == 2)
    #expect(counts.unread == 1)
  }

  @Test func `the inbox of a host stays open`() throws {
    let inbox = try inbox(.memory)
    let first = run(inbox, on: terminal)
    try terminal.awaitScreen("No notifications")
    terminal.press(.character("q"))
    #expect(try first.wait() == 0)
    try push("still there", to: inbox)
    let next = try ScriptedTerminal()
    let second = run(inbox, on: next)
    try next.awaitScreen("still there")
    next.press(.character("q"))
    #expect(try second.wait() == 0)
  }

  @Test func `another size is drawn at once`() throws {
    let inbox = try inbox(.memory)
    try push("first", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("first")
    terminal.resize(columns: 30, rows: 8)
    try terminal.until("30x8") { $0.frames.last?.size == Size(columns: 30, rows: 8) }
    terminal.resize(columns: 5, rows: 2)
    try terminal.until("5x2") { $0.frames.last?.lines.count == 2 }
    #expect(try loop.quit(by: terminal) == 0)
  }

  @Test func `the clock moves a message out without a key`() throws {
    let inbox = try inbox(.memory)
    let end = Date.testing(0.5)
    let clock = SettableClock(.testing)
    let payload = Payload.make("fleeting", expiresAt: end)
    _ = try inbox.push([payload], defaultSource: "test")
    let loop = RunningLoop(on: terminal, now: clock.read) {
      try InboxPane(inbox: inbox, state: UIState(size: .zero), now: clock.read)
    }
    try terminal.awaitScreen("fleeting")
    // The loop wakes for it by itself, and finds that the moment has come.
    clock.set(end)
    try terminal.awaitScreen("No notifications", without: ["fleeting"])
    #expect(try loop.quit(by: terminal) == 0)
  }

  @Test func `a terminal that is gone ends the loop`() throws {
    let loop = run(try inbox(.memory), on: terminal)
    try terminal.awaitScreen("No notifications")
    terminal.hangUp()
    #expect(try loop.wait() == 128 + SIGHUP)
  }

  /// A pane as a loop has it after the first picture, once nothing comes any more.
  private func settled(_ inbox: Inbox) throws -> InboxPane {
    let clock = SettableClock(.testing)
    let pane = try InboxPane(inbox: inbox, state: UIState(size: .zero), now: clock.read)
    pane.receive(.resized(Size(columns: 60, rows: 16)))
    pane.receive(.presented)
    var wakes = 0
    func isAwake() -> Bool {
      let soon = pane.nextDeadline.flatMap { $0 < .testing(1) ? $0 : nil }
      if let soon { clock.set(soon) }
      // The watch of a file looks again by the machine's clock, so each look takes its time.
      return isAnyReadable(pane.descriptors, within: 0.5) || soon != nil
    }
    while isAwake() {
      #expect(pane.handleWakes().isEmpty)
      wakes += 1
      try #require(wakes < 20, "the pane keeps itself awake")
    }
    return pane
  }

  @Test(arguments: Keeping.allCases)
  func `an empty pane waits for nothing but news`(keeping: Keeping) throws {
    let inbox = try inbox(keeping)
    let pane = try settled(inbox)
    #expect(pane.nextDeadline == nil)
    try push("news", to: inbox)
    #expect(isAnyReadable(pane.descriptors, within: PseudoTerminal.limit))
  }

  @Test func `a quiet pane waits for the next age that is shown differently`() throws {
    let inbox = try inbox(.memory)
    _ = try inbox.at(.testing(-90)).push([.make("first")], defaultSource: "test")
    #expect(try settled(inbox).nextDeadline == .testing(30))
  }

  @Test func `a key without a meaning draws nothing`() throws {
    let inbox = try inbox(.memory)
    try push("first", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("first")
    terminal.press(.character("?"))
    try terminal.awaitScreen("Most used")
    let count = terminal.frames.count
    terminal.press(.unknown)
    terminal.press(.character("q"))
    try terminal.awaitScreen("first", without: ["Most used"])
    #expect(terminal.frames.count == count + 1)
    #expect(try loop.quit(by: terminal) == 0)
  }
}

/// Rows that take longer to find than a key should wait.
@Suite(.waiting) struct LongReadTests {
  private let terminal: ScriptedTerminal
  private let inbox: Inbox

  init() throws {
    terminal = try ScriptedTerminal()
    inbox = try .testing(maximumCount: 0)
    let payloads = (1...2_000).map { Payload.make("common \($0)") } + [Payload.make("rare")]
    _ = try inbox.push(payloads, defaultSource: "test")
  }

  private func run() -> RunningLoop {
    RunningLoop(on: terminal, now: { .testing(60) }) { [inbox] in
      let pane = try InboxPane(inbox: inbox, state: UIState(size: .zero), now: { .testing(60) })
      pane.connection.performer.budget = .zero
      return pane
    }
  }

  private func filter(_ words: String) {
    terminal.press(.character("F"), .control("u"))
    terminal.paste(words)
    terminal.press(.enter)
  }

  @Test func `come when they are found, and keys work meanwhile`() throws {
    let loop = run()
    try terminal.awaitScreen("rare", "1/2001")
    filter("-common")
    try terminal.awaitScreen("rare", "1/1")
    terminal.press(.character("j"), .character("q"))
    #expect(try loop.wait() == 0)
  }

  @Test func `of a filter that was left do not come up again`() throws {
    let loop = run()
    try terminal.awaitScreen("1/2001")
    filter("-common")
    filter("-rare")
    try terminal.awaitScreen("common 2000", "1/2000")
    #expect(try loop.quit(by: terminal) == 0)
  }
}
