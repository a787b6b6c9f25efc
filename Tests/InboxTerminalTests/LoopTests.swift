import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Synchronization
import Testing

/// Where an inbox of a test is kept.
enum Keeping: CaseIterable {
  case memory, file
}

struct LoopTests {
  private let folder: TemporaryFolder
  private let terminal: ScriptedTerminal
  private static let noon = Date(timeIntervalSince1970: 1_770_000_000)

  init() throws {
    folder = try TemporaryFolder()
    terminal = try ScriptedTerminal()
  }

  private func inbox(_ keeping: Keeping) throws -> Inbox {
    try keeping == .memory ? .testing() : .testing(in: folder)
  }

  private func push(_ titles: String..., to inbox: Inbox) throws {
    _ = try inbox.push(titles.map { .make($0) }, defaultSource: "test", at: Self.noon)
  }

  private func run(_ inbox: Inbox, on terminal: ScriptedTerminal) -> RunningLoop {
    RunningLoop(on: terminal, now: { Self.noon }) {
      try InboxPane(inbox: inbox, state: UIState(size: .zero), now: { Self.noon })
    }
  }

  @Test(arguments: Keeping.allCases) func aKeyBecomesAFrame(keeping: Keeping) throws {
    let inbox = try inbox(keeping)
    try push("first", "second", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("first", "second", "1/2")
    terminal.press(.character("j"))
    try terminal.awaitScreen("2/2")
    terminal.press(.character("q"))
    #expect(try loop.wait() == 0)
    #expect(terminal.requests.last == .close)
  }

  @Test(arguments: Keeping.allCases) func whatAnotherHandleStoresAppears(keeping: Keeping) throws {
    let inbox = try inbox(keeping)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("No notifications")
    let other = try keeping == .memory ? inbox : .testing(in: folder)
    try push("from elsewhere", to: other)
    try terminal.awaitScreen("from elsewhere", "1 unread")
    _ = try other.perform(.read, on: .numbers([MessageNumber(1)]), at: Self.noon)
    try terminal.awaitScreen("0 unread", "from elsewhere")
    terminal.press(.character("q"))
    #expect(try loop.wait() == 0)
  }

  @Test(arguments: Keeping.allCases) func aChangeAskedForByKeyComesBack(keeping: Keeping) throws {
    let inbox = try inbox(keeping)
    try push("first", "second", "third", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("3 unread")
    terminal.press(.character("d"))
    try terminal.awaitScreen("2 unread", without: ["third"])
    terminal.press(.character("u"))
    try terminal.awaitScreen("3 unread", "third")
    terminal.press(.enter)
    try terminal.awaitScreen("From", "Number")
    terminal.press(.escape)
    try terminal.awaitScreen("2 unread", "third")
    terminal.press(.character("q"))
    #expect(try loop.wait() == 0)
  }

  @Test(arguments: Keeping.allCases) func nothingIsLostByQuitting(keeping: Keeping) throws {
    let inbox = try inbox(keeping)
    try push("first", "second", "third", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("3 unread")
    terminal.press(.character("d"), .character("d"), .character("q"), .character("d"))
    #expect(try loop.wait() == 0)
    let counts = try inbox.counts(at: Self.noon)
    #expect(counts.deleted == 2)
    #expect(counts.unread == 1)
  }

  @Test func theInboxOfAHostStaysOpen() throws {
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

  @Test func anotherSizeIsDrawnAtOnce() throws {
    let inbox = try inbox(.memory)
    try push("first", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("first")
    terminal.resize(columns: 30, rows: 8)
    try terminal.until("30x8") { $0.frames.last?.size == Size(columns: 30, rows: 8) }
    terminal.resize(columns: 5, rows: 2)
    try terminal.until("5x2") { $0.frames.last?.lines.count == 2 }
    terminal.press(.character("q"))
    #expect(try loop.wait() == 0)
  }

  @Test func theClockMovesAMessageOutWithoutAKey() throws {
    let inbox = try inbox(.memory)
    let payload = Payload.make("fleeting", expiresAt: Date().addingTimeInterval(0.4))
    _ = try inbox.push([payload], defaultSource: "test", at: Date())
    let loop = RunningLoop(on: terminal, now: { Date() }) {
      try InboxPane(inbox: inbox, state: UIState(size: .zero), now: { Date() })
    }
    try terminal.awaitScreen("fleeting")
    try terminal.awaitScreen("No notifications", without: ["fleeting"])
    terminal.press(.character("q"))
    #expect(try loop.wait() == 0)
  }

  @Test func aTerminalThatIsGoneEndsTheLoop() throws {
    let loop = run(try inbox(.memory), on: terminal)
    try terminal.awaitScreen("No notifications")
    terminal.hangUp()
    #expect(try loop.wait() == 128 + SIGHUP)
  }

  @Test func nothingIsDrawnWhileNothingHappens() throws {
    let inbox = try inbox(.memory)
    try push("first", to: inbox)
    let loop = run(inbox, on: terminal)
    try terminal.awaitScreen("first")
    terminal.press(.unknown)
    terminal.press(.character("?"))
    try terminal.awaitScreen("help")
    let count = terminal.frames.count
    terminal.press(.unknown)
    terminal.press(.character("q"), .character("q"))
    #expect(try loop.wait() == 0)
    #expect(terminal.frames.count <= count + 1)
  }
}
