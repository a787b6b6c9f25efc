import Foundation
import InboxCore
import InboxTestSupport
import Testing

/// The example program, driven as a person drives it.
struct LobbyTests {
  private let folder: TemporaryFolder
  private let session: TmuxSession

  init() throws {
    folder = try TemporaryFolder()
    session = try TmuxSession(environment: [:], columns: 70, rows: 18)
  }

  private func start(_ arguments: String = "") throws {
    try session.run("clear; \(BuiltProgram.path("Lobby")) \(arguments); echo ended $?")
    try session.awaitScreen("F1 Home", "Guests", "Ms. Lovelace")
  }

  private func end() throws {
    try session.press("F1", showing: "Guests")
    try session.press("q", showing: "ended 0", without: ["F1 Home"])
  }

  @Test func `the inbox is a tab beside those of the host`() throws {
    try start()
    try session.press("F2", showing: "F1 Home", "Nobody has rung", "on the first tab, p")
    try session.press("q", showing: "Guests", without: ["Nobody has rung"])
    try session.press("p", "p", "F2")
    try session.awaitScreen("🛎", "Room 1 rings", "Room 2 rings", "Lobby · All", "q home")
    try session.press("Down", showing: "2/2")
    try session.press("m", showing: "🔔 1 unread of 2")
    try session.press("Enter", showing: "Somebody wants towels.", "q back")
    try session.press("Escape", showing: "Room 2 rings", "q home")
    try session.press("Escape", showing: "Guests")
    try end()
  }

  @Test func `the bell in the header follows whoever pushes`() throws {
    try start(folder.path + "/inbox")
    try session.press("p", showing: "🔔 1")
    let other = try Inbox.testing(in: folder)
    _ = try other.push([.make("From afar")], defaultSource: "far")
    try session.awaitScreen("🔔 2", "Guests")
    try session.press("F2", showing: "From afar", "2 unread")
    _ = try other.push((1...100).map { .make("Many \($0)") }, defaultSource: "far")
    try session.awaitScreen("🔔 99+", "102 unread")
    _ = try other.perform(.read, on: .matching(.all))
    try session.awaitScreen("0 unread", without: ["99+"])
    try end()
  }

  @Test func `the whole screen is given back as it was`() throws {
    try start()
    try session.press("p", showing: "🔔 1", "F1 Home", "Guests", "Ms. Lovelace", "q  end")
    let before = session.screen
    try session.press("i", showing: "Room 1 rings", "q home", without: ["Guests", "F1 Home"])
    try session.press("Enter", showing: "towels", "q back")
    try session.press("u", showing: "Nothing to undo")
    try session.press("Escape", showing: "q home")
    try session.press("m", showing: "1 unread")
    try session.press("q", showing: "F1 Home", "Guests", without: ["Room 1"])
    try session.awaitScreen("the host's screen") { $0 == before }
    #expect(session.styledScreen.contains("[32m1  Ms. Lovelace"))
    try end()
  }

  @Test func `another size reaches tab and whole screen`() throws {
    try start()
    try session.press("p", "F2", showing: "Room 1 rings")
    try session.resize(columns: 44, rows: 12)
    try session.awaitScreen("44 columns") { screen in
      screen.contains("Room 1 rings") && screen.contains(String(repeating: "─", count: 44))
        && !screen.contains(String(repeating: "─", count: 45))
    }
    try session.press("F1", showing: "Guests")
    try session.press("i", showing: "Room 1 rings", without: ["F1 Home"])
    try session.resize(columns: 60, rows: 16)
    try session.awaitScreen("60 columns") { $0.contains(String(repeating: "─", count: 60)) }
    try session.press("q", showing: "F1 Home", "Guests", "q  end")
    try end()
  }

  @Test func `repeats are one row until the matter is over, in tabs of the host's`() throws {
    try start()
    try session.press("p", "a", "a", "r", "t", showing: "tabs: shown")
    try session.press("F2", showing: "[room/1] Room 1 rings ×3", "Rings", "Again and again")
    try session.press("F1", "d", "F2", showing: "[room/1] Room 1 rings ×3 ✓")
    try session.press("F1", "t", "v", "F2", showing: "×3 ✓", without: ["Again and again"])
    try session.press("o", "F1", showing: "3 times; at first: Somebody wants towels.")
    try end()
  }

  @Test func `rows are drawn by the host when it wants`() throws {
    try start()
    try session.press("p", "r", showing: "rows: our own")
    try session.press("F2", showing: "▸ [room/1] Room 1 rings", without: ["towels"])
    try session.press("F1", "r", "F2", showing: "Room 1 rings", "towels", without: ["[room/1]"])
    try end()
  }

  @Test func `what is typed into a prompt is not for the host`() throws {
    try start()
    try session.press("p", "p", "F2", showing: "Room 2 rings")
    try session.press("F")
    try session.type("quip")
    try session.press("Enter", showing: "match the filter")
    try session.press("F", "C-u", "Enter", showing: "Room 2 rings")
    try end()
  }

  @Test func `the host keeps a link back`() throws {
    try start()
    try session.press("v", "p", showing: "links: kept back")
    try session.press("F2", showing: "Room 1 rings")
    try session.press("o", showing: "0 unread")
    try session.press("F1", showing: "Kept back: Room 1 rings")
    try end()
  }

  @Test func `a second inbox, the maximum, and commands without a screen`() throws {
    try start(folder.path + "/inbox")
    try session.press("p", "k", showing: "🔔 1", "k  keep 50 rings")
    try session.press("s", "s", showing: "Noted, line 2")
    try session.press("n", showing: "Shift (staff)", "Room 1 rings (guests)")
    try end()
    let lobby = BuiltProgram.path("Lobby") + " " + folder.path + "/inbox"
    try session.run("clear; \(lobby) read @1 nothing; echo status $?")
    try session.awaitScreen("no message nothing", "status 1")
    try session.run("clear; echo | \(lobby) follow; echo status $?", showing: "status 0")
    #expect(try Inbox.testing(in: folder).stored().map(\.status) == [.read])
  }
}

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
