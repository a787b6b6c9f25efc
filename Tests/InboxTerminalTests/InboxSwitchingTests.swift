import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Synchronization
import Testing

/// One pane and two inboxes that hold the same ids.
@Suite(.waiting) struct InboxSwitchingTests {
  private struct Missing: Error {}

  private let terminal: ScriptedTerminal
  private let folder: TemporaryFolder

  init() throws {
    terminal = try ScriptedTerminal()
    folder = try TemporaryFolder()
  }

  private func open(_ name: String) throws -> Inbox {
    try Inbox.open(folder: folder.path + "/" + name, configuration: .testing())
  }

  private func catalog() -> InboxCatalog {
    let path = folder.path
    return InboxCatalog(names: { ["home", "work"] }) { name in
      guard ["home", "work"].contains(name) else { throw Missing() }
      return try Inbox.open(folder: path + "/" + name, configuration: .testing())
    }
  }

  /// A screen on `home`, with three messages; `work` has one, of the same id and number.
  private func run(
    _ catalog: InboxCatalog? = nil, now: @escaping @Sendable () -> Date = { .testing }
  ) throws -> RunningLoop {
    let home = try open("home")
    let titles = ["home one", "home two", "home three"]
    _ = try home.at(.testing).push(titles.map { .make($0) }, defaultSource: "test")
    let work = try open("work")
    _ = try work.at(.testing).push([.make("work one")], defaultSource: "test")
    let catalog = catalog ?? self.catalog()
    let loop = RunningLoop(on: terminal, now: now) {
      try InboxPane(
        inbox: home, state: UIState(size: .zero, inboxName: "home"), catalog: catalog, now: now)
    }
    try terminal.awaitScreen("home three", "Unread 3")
    return loop
  }

  private func type(_ text: String) {
    for character in text { terminal.press(.character(character)) }
  }

  private func quit(_ loop: RunningLoop) throws {
    terminal.press(.character("Q"))
    #expect(try loop.wait() == 0)
  }

  @Test func `the menu tells the counts and switches`() throws {
    let loop = try run()
    terminal.press(.character("I"))
    try terminal.awaitScreen("Inboxes", "3 unread, 3 in all", "1 unread, 1 in all")
    terminal.press(.character("2"))
    try terminal.awaitScreen("work one", "1 unread", "work (home 3) ·", without: ["home one"])
    try quit(loop)
  }

  @Test func `what is unread in another inbox is told, and its alert leads there`() throws {
    let loop = try run()
    try terminal.awaitScreen("home (work 1)")
    _ = try open("work").at(.testing).push([.make("work late", id: "late")], defaultSource: "test")
    try terminal.awaitScreen("work: work late", "b view")
    terminal.press(.character("b"))
    try terminal.awaitScreen("work late", without: ["home three"])
    terminal.press(.escape)
    try terminal.awaitScreen("work one", "work (home 3)")
    try quit(loop)
  }

  @Test func `an inbox that is made meanwhile is counted, and its first message alerts`() throws {
    let path = folder.path
    let catalog = InboxCatalog(
      names: {
        ["home", "ops", "work"].filter { name in
          FileManager.default.fileExists(atPath: "\(path)/\(name)/\(Inbox.fileName)")
        }
      }, open: { try Inbox.open(folder: "\(path)/\($0)", configuration: .testing()) }, folder: path)
    let loop = try run(catalog)
    try terminal.awaitScreen("home (work 1)")
    _ = try open("ops").at(.testing).push([.make("first of ops")], defaultSource: "test")
    try terminal.awaitScreen("ops: first of ops")
    terminal.press(.escape)
    try terminal.awaitScreen("home (work 1, ops 1)")
    try quit(loop)
  }

  @Test func `type-ahead acts on the inbox that it was typed for`() throws {
    let loop = try run()
    type("I2dQ")
    try terminal.until("the end") { $0.requests.last == .close }
    #expect(try loop.wait() == 0)
    // Quitting does not wait, so what it overtook must not have hit the inbox before.
    #expect(try open("home").at(.testing).counts().unread == 3)
  }

  @Test func `keys after the choice hit the new inbox`() throws {
    let loop = try run()
    type("I2d")
    try terminal.awaitScreen("work (home 3) ·", "No notifications")
    #expect(try open("home").at(.testing).counts() == InboxCounts(unread: 3))
    #expect(try open("work").at(.testing).counts() == InboxCounts(deleted: 1))
    try quit(loop)
  }

  @Test func `undo takes back in the inbox that is shown`() throws {
    let loop = try run()
    type("d")
    try terminal.awaitScreen("Unread 2")
    type("I2")
    try terminal.awaitScreen("work one")
    type("u")
    try terminal.awaitScreen("Nothing to undo")
    #expect(try open("home").at(.testing).counts().deleted == 1)
    type("I1")
    try terminal.awaitScreen("home one", "Unread 2")
    type("u")
    try terminal.awaitScreen("home three", "Unread 3")
    try quit(loop)
  }

  @Test func `search and filter ask the inbox that is shown`() throws {
    let loop = try run()
    type("I2")
    try terminal.awaitScreen("work one")
    type("Fone")
    terminal.press(.enter)
    try terminal.awaitScreen("one (1) · work (home 3)", "work one", "1/1", without: ["home one"])
    try quit(loop)
  }

  @Test func `what arrives in the inbox before is told by a banner, not in the list`() throws {
    let loop = try run()
    type("I2")
    try terminal.awaitScreen("work one", "work (home 3)")
    _ = try open("home").at(.testing).push([.make("home late", id: "late")], defaultSource: "test")
    try terminal.awaitScreen("home: home late")
    _ = try open("work").at(.testing).push([.make("work late", id: "late")], defaultSource: "test")
    try terminal.awaitScreen("work late")
    terminal.press(.escape)
    try terminal.awaitScreen("work late", "Unread 2", "work (home 4)", without: ["home late"])
    try quit(loop)
  }

  @Test func `each inbox counts its own visits and deeds`() throws {
    let clock = SettableClock(.testing)
    let loop = try run(now: clock.read)
    // The visit begins after what is shown first.
    #expect(try eventually { InboxStatistics(try open("home").metrics()).total[.presented] == 1 })
    clock.set(.testing(30))
    type("I2")
    try terminal.awaitScreen("work one")
    clock.set(.testing(42))
    terminal.press(.enter)
    try terminal.awaitScreen("q back", "work one")
    try quit(loop)
    let home = InboxStatistics(try open("home").metrics())
    let work = InboxStatistics(try open("work").metrics())
    #expect(home.total[.presented] == 1 && home.total[.viewed] == nil)
    #expect(work.total[.presented] == 1 && work.total[.viewed] == 1)
    #expect(home.total[.dismissed] == 1 && home.secondsShown == 30)
    #expect(work.total[.dismissed] == 1 && work.secondsShown == 12)
  }

  @Test func `an answer that comes after the switch is for nobody`() throws {
    // The old inbox is kept from answering until the new one is shown.
    let gate = DispatchSemaphore(value: 0)
    let path = folder.path
    let home = try open("home")
    _ = try home.at(.testing).push([.make("home one")], defaultSource: "test")
    let work = try open("work")
    _ = try work.at(.testing).push([.make("work one")], defaultSource: "test")
    let catalog = catalog()
    let loop = RunningLoop(on: terminal, now: { .testing }) {
      try InboxPane(
        inbox: home, state: UIState(size: .zero, inboxName: "home"),
        opening: {
          gate.wait()
          return try Inbox.open(folder: path + "/home", configuration: .testing())
        }, catalog: catalog, now: { .testing })
    }
    try terminal.awaitScreen("home one")
    type("D")
    type("dI2")
    try terminal.awaitScreen("work one", "1 unread")
    // The connection for changes and searches, and that for counts.
    for _ in 1...2 { gate.signal() }
    type("Q")
    #expect(try loop.wait() == 0)
    #expect(terminal.frames.last.map { "\($0)".contains("Delete 1") } == false)
    #expect(try open("home").at(.testing).counts() == InboxCounts(deleted: 1))
    #expect(try open("work").at(.testing).counts() == InboxCounts(unread: 1))
  }

  @Test func `an inbox that cannot be opened leaves the old one in sight`() throws {
    let loop = try run()
    type(":inbox nowhere")
    terminal.press(.enter, .character("d"))
    try terminal.awaitScreen("Missing()", "home three", "Unread 3")
    type("j")
    try terminal.awaitScreen("2/3", "3 unread")
    try quit(loop)
  }

  @Test func `inboxes in memory stay those of the host`() throws {
    let inboxes = try ["home": Inbox.testing(), "work": Inbox.testing()]
    for (name, inbox) in inboxes {
      _ = try inbox.at(.testing).push([.make("\(name) one")], defaultSource: "test")
    }
    let catalog = InboxCatalog(names: { ["home", "work"] }) { name in
      guard let inbox = inboxes[name] else { throw Missing() }
      return inbox
    }
    let first = try #require(inboxes["home"])
    let loop = RunningLoop(on: terminal, now: { .testing }) {
      try InboxPane(
        inbox: first, state: UIState(size: .zero, inboxName: "home"), catalog: catalog,
        now: { .testing })
    }
    try terminal.awaitScreen("home one")
    type("I2")
    try terminal.awaitScreen("work one")
    type("dI1")
    try terminal.awaitScreen("home one", "1 unread")
    try quit(loop)
    #expect(try inboxes["work"]?.at(.testing).counts().deleted == 1)
  }
}
