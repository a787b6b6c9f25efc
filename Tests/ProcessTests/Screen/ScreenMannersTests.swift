import Foundation
import InboxTestSupport
import Testing

/// How the program treats the terminal, the shell and the user's files around it.
@Suite("manners of the screen", .serialized, .waiting) struct ScreenMannersTests {
  let program = Program()

  @Test func `a saved theme restyles the open screen, and a bad one does not`() throws {
    try program.run("push", "first")
    let file = try program.write(theme(mark: "★"), to: "themes/mine.toml")
    let session = try program.terminal()
    try session.run("\"$B\" --theme mine", showing: "★", "first")
    try theme(mark: "◆").write(toFile: file, atomically: true, encoding: .utf8)
    try session.awaitScreen("◆", without: ["★"])
    try "name = \"Mine\"\n[unread]\nmark = [\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    try session.awaitScreen("mine.toml:", "◆")
    try theme(mark: "★").write(toFile: file, atomically: true, encoding: .utf8)
    try session.awaitScreen("★", without: ["mine.toml:"])
  }

  private func theme(mark: String) -> String { "name = \"Mine\"\n[unread]\nmark = \"\(mark)\"\n" }
}

/// Screens whose terminal or files fail under them.
@Suite("a screen that cannot go on", .serialized) struct StuckScreenTests {
  let program = Program()

  private func screen(type: String = "xterm-256color") throws -> PseudoTerminal {
    try program.run("push", "first")
    return try program.emulated(
      environment: ["TERM": type, "SWIFT_BACKTRACE": "enable=no"], showing: "first")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends a screen whose terminal nobody reads`(number: Int32) throws {
    let terminal = try screen()
    let before = terminal.settingsBefore
    try terminal.fill()
    terminal.resize(columns: 100, rows: 30)
    terminal.signal(number)
    #expect(try terminal.wait(isReading: false) == (128 + number) << 8)
    #expect(terminal.settings == before)
    // What was stored before is there, and nobody is kept waiting.
    #expect(try program.run("count").output == "1\n")
  }

  /// All that end a program which does not take them, but those of a crash and SIGKILL.
  private static let ending: [Int32] =
    [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU]
    + [SIGPOLL, SIGPWR, SIGSTKFLT, __libc_current_sigrtmin(), __libc_current_sigrtmax()]

  @Test(arguments: ending)
  func `a signal that ends the program gives the terminal back`(number: Int32) throws {
    let terminal = try screen()
    let before = terminal.settingsBefore
    terminal.signal(number)
    #expect(try terminal.wait() == (128 + number) << 8)
    #expect(terminal.settings == before)
    #expect(terminal.text.contains("\u{1B}[?1049l"))
  }

  @Test func `a file that is cut under a screen ends it with a sentence`() throws {
    let terminal = try screen()
    let before = terminal.settingsBefore
    let memory = "\(try program.path)/inboxes/default/inbox.sqlite-shm"
    #expect(truncate(memory, 0) == 0)
    terminal.send("r")
    #expect(try terminal.wait() & 0x7F == SIGBUS)
    #expect(terminal.settings == before)
    let end = terminal.text.split(separator: "\u{1B}[?1049l").last.map(String.init) ?? ""
    #expect(end.contains("a file of the inbox was cut short"))
    #expect(try program.run("list", "--format", "{title}").output == "first\n")
  }

  // Before: what was pushed meanwhile was lost when the screen ended, as it emptied the log.
  @Test func `a screen whose log has lost its index loses nothing of what is pushed`() throws {
    let terminal = try screen()
    #expect(unlink("\(try program.path)/inboxes/default/inbox.sqlite-shm") == 0)
    for title in ["second", "third"] { try program.run("push", title) }
    #expect(try terminal.wait(sending: "Q") == 0)
    #expect(try program.list("{title}") == ["third", "second", "first"])
  }

  @Test func `a terminal of a known family is shown, with a note`() throws {
    let terminal = try screen(type: "xterm-next")
    try terminal.awaitOutput("is unknown here; shown as xterm-256color.")
    #expect(try terminal.wait(sending: "Q") == 0)
  }
}
