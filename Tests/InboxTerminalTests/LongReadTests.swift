import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

@testable import InboxTerminal

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
    terminal.press(.character("q"))
    #expect(try loop.wait() == 0)
  }
}
