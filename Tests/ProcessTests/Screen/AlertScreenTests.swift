import Foundation
import InboxTestSupport
import Testing

/// What a terminal gets when a message arrives from another process.
@Suite("alerts on the screen", .serialized, .waiting) struct AlertScreenTests {
  let program = Program()

  /// The screen in a terminal whose bytes are seen, with a message in it.
  private func opened(
    _ configuration: String = "", environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try program.configure(configuration)
    try program.run("push", "first")
    let more = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    return try program.emulated(environment: more, showing: "first")
  }

  /// The bell as a byte of its own, not as the end of a sequence.
  private func rings(_ terminal: PseudoTerminal) -> Int {
    let parts = terminal.text.split(separator: "\u{07}", omittingEmptySubsequences: false)
    return parts.dropLast().count { part in
      part.range(of: "\u{1B}]", options: .backwards).map { start in
        part[start.upperBound...].contains("\u{1B}")
      } ?? true
    }
  }

  @Test func `a screen tells once of alerts that came while none was open`() throws {
    try program.run("push", "gone by", "--alert-only")
    let first = try opened()
    try first.awaitOutput("1 alert came while no screen was open")
    first.send("Q")
    try first.wait()
    let second = try opened()
    try second.awaitOutput("Bellboard\u{07}")
    second.send("Q")
    try second.wait()
    #expect(!second.text.contains("while no screen was open"))
  }

  @Test func `the bell rings for a sound only and the title counts`() throws {
    let terminal = try opened()
    try program.run("push", "without a sound")
    try terminal.awaitOutput("\u{1B}]2;(2) Bellboard\u{07}")
    #expect(rings(terminal) == 0)
    try program.run("push", "with a sound", "--sound", "default")
    try terminal.awaitOutput("\u{1B}]2;(3) Bellboard\u{07}")
    terminal.send("Q")
    try terminal.wait()
    #expect(rings(terminal) == 1)
  }

  @Test func `the desktop is told of what is printable only`() throws {
    let terminal = try opened("[alerts]\ndesktop = 'osc777'\nbadge = false")
    try program.run("push", "disk; \u{1B}]0;evil\u{07}full", "on atlas")
    try terminal.awaitOutput("]777;notify;disk, ␛]0,evil␇full;on atlas\u{07}")
    #expect(try terminal.wait(sending: "Q") == 0)
    #expect(!terminal.text.contains("\u{1B}]0;evil"))
    #expect(!terminal.text.contains("(2) Bellboard"))
  }

  @Test func `within tmux the desktop is told through it`() throws {
    let terminal = try opened("[alerts]\ndesktop = 'osc9'", environment: ["TMUX": "/tmp/t,1,0"])
    try program.run("push", "disk full")
    try terminal.awaitOutput("\u{1B}Ptmux;\u{1B}\u{1B}]9;disk full\u{07}\u{1B}\\")
  }

  @Test func `progress under one id moves and alerts nothing`() throws {
    try program.run("push", "Copying 0 %", "--id", "copy")
    try program.run("push", "on top")
    let session = try program.screen(showing: "on top", "Copying 0 %")
    try session.press("?", "?")
    for percent in stride(from: 10, through: 100, by: 10) {
      try program.run("push", "Copying \(percent) %", "--id", "copy")
    }
    // What alerts comes after all of them, and its banner would tell of the others too.
    try program.run("push", "this one alerts")
    try session.awaitScreen("this one alerts — cli", "One message or line down")
    #expect(!session.screen.contains("Copying") && !session.screen.contains("new messages"))
    try session.press("q")
    try session.awaitScreen("one row of the copy, below") { screen in
      let rows = screen.split(separator: "\n").filter {
        $0.contains("on top") || $0.contains("Copying")
      }
      return screen.contains("Unread 3") && rows.count == 2 && rows[0].contains("on top")
        && rows[1].contains("Copying 100 %")
    }
  }
}
