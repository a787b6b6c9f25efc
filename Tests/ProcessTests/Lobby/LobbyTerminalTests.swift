import Foundation
import InboxTestSupport
import Testing

/// What the example program sends to its terminal, and how it leaves it.
struct LobbyTerminalTests {
  private func start(type: String = "xterm-256color") throws -> PseudoTerminal {
    let environment = ["LC_ALL": "C.UTF-8", "TERM": type, "PATH": "/usr/bin:/bin"]
    let terminal = try PseudoTerminal(BuiltProgram.path("Lobby"), environment: environment)
    try terminal.awaitOutput("Hopper")
    return terminal
  }

  /// The escape sequence that stands before a text in what was sent last.
  private func look(before text: String, in output: String) throws -> String {
    let end = try #require(output.range(of: text, options: .backwards)).lowerBound
    let start = try #require(output[..<end].range(of: "\u{1B}", options: .backwards)).lowerBound
    return String(output[start..<end])
  }

  @Test(arguments: ["xterm-256color", "xterm"])
  func `the colours of the host stay its own`(type: String) throws {
    let terminal = try start(type: type)
    let before = try look(before: "Ms. Lovelace", in: terminal.text)
    #expect(before.contains("32m"))
    try terminal.send("p\u{1B}OQ", showing: "wants towels")
    terminal.send("\u{1B}OP")
    try terminal.awaitOutput("Hopper", times: 2)
    terminal.send("i")
    try terminal.awaitOutput("wants towels", times: 2)
    terminal.send("q")
    try terminal.awaitOutput("Hopper", times: 3)
    #expect(try look(before: "Ms. Lovelace", in: terminal.text) == before)
    #expect(try terminal.wait(sending: "q") == 0)
  }

  @Test func `the terminal is left as it was`() throws {
    let terminal = try start()
    try terminal.send("i", showing: "Nobody has rung")
    terminal.send("q")
    try terminal.awaitOutput("Hopper", times: 2)
    #expect(try terminal.wait(sending: "q") == 0)
    #expect(terminal.text.contains("\u{1B}[?1049l"))
    // Neither title nor paste mode are a pane's to change.
    #expect(!terminal.text.contains("\u{1B}]2;"))
    #expect(!terminal.text.contains("?2004"))
  }

  @Test func `a command gets the text, and the person reads what it writes`() throws {
    let terminal = try start()
    try terminal.send("p\u{1B}OQ", showing: "wants towels")
    try terminal.send("|tr a-z A-Z\r", showing: "SOMEBODY WANTS TOWELS.")
    try terminal.awaitOutput("Press Enter to continue.")
    terminal.send("\r")
    try terminal.awaitOutput("wants towels", times: 2)
    #expect(try terminal.wait(sending: "\u{1B}OPq") == 0)
  }

  @Test func `a click that the host hands on puts the cursor where it was`() throws {
    let terminal = try start()
    terminal.send("pp\u{1B}OQ")
    try terminal.awaitOutput("wants towels", times: 2)
    // The second message: the header of the host, the bar of the pane and the first one lie above it.
    try terminal.send("\u{1B}[<0;12;5M\u{1B}[<0;12;5m", showing: "2/2")
    #expect(try terminal.wait(sending: "\u{1B}OPq") == 0)
  }

  @Test func `a copied text reaches the clipboard of the terminal`() throws {
    let terminal = try start()
    try terminal.send("p\u{1B}OQ", showing: "wants towels")
    try terminal.send("y", showing: "\u{1B}]52;c;")
    try terminal.awaitOutput("to the clipboard")
    #expect(try terminal.wait(sending: "\u{1B}OPq") == 0)
  }
}
