import Foundation
import InboxTestSupport
import Testing

/// How the program treats the terminal, the shell and the user's files around it.
@Suite("manners of the screen", .serialized, .waiting)
struct ScreenMannersTests {
  let program = Program()

  @Test func `Ctrl-Z gives the shell and fg comes back`() throws {
    try program.run("push", "first")
    let session = try program.terminal()
    try session.run("\"$B\"", showing: "first", without: ["ready>"])
    try session.press("C-z")
    try session.awaitPrompt(after: "Stopped")
    // Also when it was stopped as soon as it could be, others can write.
    #expect(try program.run("push", "meanwhile").status == 0)
    try session.run("fg", showing: "first", "meanwhile", without: ["ready>"])
    try session.press("q", showing: "Stopped", without: ["meanwhile"])
  }

  @Test func `quitting leaves the settings and the text of the shell`() throws {
    try program.run("push", "first")
    let session = try program.terminal()
    let before = try session.settings(by: program.path)
    try session.run("echo earlier")
    try session.run("\"$B\"; echo status $?", showing: "first", without: ["earlier"])
    try session.press("q", showing: "earlier", "status 0", without: ["first"])
    #expect(try session.settings(by: program.path) == before)
  }

  @Test func `a signal to end leaves the terminal as it was`() throws {
    try program.run("push", "first")
    let session = try program.terminal()
    let before = try session.settings(by: program.path)
    try session.run("sh -c 'echo $$ > \"$BELLBOARD_HOME/pid\"; exec \"$B\"'; echo status $?")
    try session.awaitScreen("first", without: ["ready>"])
    let text = try String(contentsOfFile: program.path + "/pid", encoding: .utf8)
    let process = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    kill(process, SIGTERM)
    try session.awaitScreen("status 143", without: ["first"])
    #expect(try session.settings(by: program.path) == before)
  }

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

  private func theme(mark: String) -> String {
    "name = \"Mine\"\n[unread]\nmark = \"\(mark)\"\n"
  }
}
