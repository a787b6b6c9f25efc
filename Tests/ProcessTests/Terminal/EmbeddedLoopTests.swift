import InboxText
import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import Synchronization
import Testing

/// A pane as a host builds it, in a loop on a scripted terminal.
@Suite(.waiting) struct EmbeddedLoopTests {
  private let terminal: ScriptedTerminal
  private let inbox: Inbox

  init() throws {
    terminal = try ScriptedTerminal(columns: 80)
    inbox = try .testing()
  }

  private func run(
    _ hostOptions: HostOptions, look: InboxUIConfiguration = .init(), query: MessageQuery = .init(),
    opener: String = "true", onTap: (@Sendable (Message, Tap) -> TapDecision)? = nil
  ) -> RunningLoop {
    let inbox = inbox
    return RunningLoop(on: terminal, opener: opener, now: { .testing }) {
      let pane = try InboxPane(
        hostOptions: hostOptions, of: inbox, look: look, query: query, title: "mail",
        now: { .testing })
      pane.onTap = onTap
      return pane
    }
  }

  @Test(arguments: [
    (TapDecision.default, "1|https://a.example/|"),
    (.perform(.url("https://b.example/")), "1|https://b.example/|"),
    (.handled, ""),
  ])
  func `a host decides what opening does, and it counts either way`(
    decision: TapDecision, opened: String
  ) throws {
    let folder = try ProgramFolder()
    let opener = try folder.addNoting("opener")
    var payload = Payload.make("linked")
    payload.tap = .set(.url("https://a.example/"))
    _ = try inbox.push([payload, .make("last")], defaultSource: "a")
    let asked = Mutex<[String]>([])
    let loop = run(HostOptions(), opener: opener) { message, _ in
      asked.withLock { $0.append(message.title ?? "") }
      return decision
    }
    try terminal.awaitScreen("linked", "2 unread")
    terminal.press(.character("j"), .character("o"))
    try terminal.awaitScreen("1 unread")
    #expect(folder.notes(of: "opener", until: opened) == opened)
    #expect(try loop.quit(by: terminal) == 0)
    #expect(folder.notes(of: "opener") == opened)
    #expect(asked.withLock { $0 } == ["linked"])
    #expect(InboxStatistics(try inbox.metrics()).total[.opened] == 1)
  }

  private func push(_ title: String, source: String) throws {
    _ = try inbox.push([.make(title)], defaultSource: source)
  }

  @Test(arguments: [Key.escape, .character("q")]) func `the list leads back to the host`(key: Key)
    throws
  {
    try push("hello", source: "a")
    let loop = run(HostOptions(closeLabel: "home"))
    try terminal.awaitScreen("hello", "mail · All", "q home")
    terminal.press(.enter)
    try terminal.awaitScreen("q back", without: ["q home"])
    terminal.press(key)
    try terminal.awaitScreen("q home")
    terminal.press(key)
    #expect(try loop.wait() == 0)
  }

  @Test func `a tab of a host shows no way back where the host has one`() throws {
    try push("hello", source: "a")
    let loop = run(HostOptions(closeLabel: nil))
    try terminal.awaitScreen("hello", "? help", without: ["q "])
    #expect(try loop.quit(by: terminal) == 0)
  }

  @Test func `nothing leads out of the scope of a host`() throws {
    try push("mine one", source: "mail/ana")
    try push("theirs", source: "ci")
    try push("mine two", source: "mail/joe")
    _ = try inbox.perform(.delete, on: .numbers([MessageNumber(1)]))
    let scope = try MessageFilter(parsing: "source:mail/*", now: .testing, timeZone: .gmt)
    let loop = run(HostOptions(scope: scope))
    try terminal.awaitScreen("mine two", "1 unread of 1", without: ["theirs", "mine one"])
    terminal.press(.character("F"))
    for character in "source:ci" { terminal.press(.character(character)) }
    terminal.press(.enter)
    try terminal.awaitScreen("match the filter", without: ["theirs"])
    terminal.press(.escape)
    try terminal.awaitScreen("mine two")
    terminal.press(.character("T"))
    try terminal.awaitScreen("mine one", "1 in the trash")
    terminal.press(.character("q"))
    try terminal.awaitScreen("mine two")
    terminal.press(.character("M"))
    try terminal.awaitScreen("[y/N]")
    terminal.press(.character("y"))
    try terminal.awaitScreen("0 unread of 1")
    #expect(try loop.quit(by: terminal) == 0)
    #expect(try inbox.counts().unread == 1)
  }

  @Test func `a host draws rows its own way`() throws {
    try push("first", source: "a")
    try push("sec\u{1B}[31mond", source: "b")
    let loop = run(HostOptions(rows: Striking()))
    try terminal.awaitScreen("<<second>>".replacing("second", with: "sec␛[31mond"), "<<first>>")
    terminal.press(.character("j"))
    try terminal.awaitScreen("2/2")
    #expect(try loop.quit(by: terminal) == 0)
    for frame in terminal.frames {
      #expect(frame.lines.count == frame.size.rows)
      for line in frame.lines {
        #expect(line.spans.reduce(0) { $0 + $1.columns } <= frame.size.columns)
      }
    }
  }

  @Test func `a host chooses filter and order`() throws {
    try push("older", source: "a")
    try push("newer", source: "b")
    try push("left out", source: "c")
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(3)]))
    let loop = run(HostOptions(), query: MessageQuery(filter: .unread, order: .oldest))
    try terminal.awaitScreen("Unread · oldest", "older", "newer", without: ["left out"])
    let screen = terminal.screen
    let places = ["older", "newer"].compactMap { screen.firstRange(of: $0)?.lowerBound }
    #expect(places == places.sorted())
    #expect(try loop.quit(by: terminal) == 0)
  }

  @Test func `the styles of a host reach the rows`() throws {
    try push("styled", source: "a")
    let look = InboxUIConfiguration(
      unread: .custom(
        background: .indexed(4), title: .rgb(250, 1, 2), message: .default, time: .indexed(3),
        titleAttributes: .underline, messageAttributes: [], timeAttributes: .italic, titleLines: 3,
        messageLines: 0), placeholder: "★", empty: EmptyTexts(none: "Nothing for you"))
    let loop = run(HostOptions(emptyHint: "come back later"), look: look)
    try terminal.awaitScreen("★", "styled")
    terminal.press(.character("d"))
    try terminal.awaitScreen("Nothing for you", without: ["come back later", "bellboard push"])
    #expect(try loop.quit(by: terminal) == 0)
    let theme = try #require(terminal.theme)
    let title = theme.style(for: [RoleSet(.unread), RoleSet(.unreadTitle)])
    #expect(title.foreground == .rgb(250, 1, 2))
    #expect(title.background == .indexed(4))
    #expect(title.underline == true)
    #expect(theme.style(for: [RoleSet(.unread), RoleSet(.unreadTime)]).italic == true)
  }
}

/// Rows between angle brackets, wider than any screen, of two lines and a promise of one more.
private struct Striking: RowDrawing {
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
    let title = Span("<<\(row.title ?? "")>>", roles: states)
    let tail = Span(String(repeating: "日", count: context.columns), roles: states)
    return states.isEmpty ? [Line([title]), Line([tail])] : [Line([title, tail])]
  }
}
