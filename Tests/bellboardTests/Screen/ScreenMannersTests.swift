import Foundation
import InboxTestSupport
import Testing

/// How the program treats the terminal, the shell and the user's files around it.
@Suite("manners of the screen", .serialized)
struct ScreenMannersTests {
  let program = Program()

  @Test func controlZGivesTheShellAndFgComesBack() throws {
    try program.run("push", "first")
    let session = try program.terminal()
    try session.run("\"$B\"")
    try session.awaitScreen("first", without: ["ready>"])
    try session.press("C-z")
    try session.awaitScreen("Stopped", "ready>", without: ["first"])
    try program.run("push", "meanwhile")
    try session.run("fg")
    try session.awaitScreen("first", "meanwhile", without: ["ready>"])
    try session.press("q")
    try session.awaitScreen("Stopped", without: ["meanwhile"])
  }

  @Test func quittingLeavesTheSettingsAndTheTextOfTheShell() throws {
    try program.run("push", "first")
    let session = try program.terminal()
    let folder = try program.path
    try session.run("echo earlier; stty -g > \(folder)/before")
    try session.run("\"$B\"")
    try session.awaitScreen("first", without: ["earlier"])
    try session.press("q")
    try session.awaitScreen("earlier", without: ["first"])
    try session.run("stty -g > \(folder)/after; echo status $?")
    try session.awaitScreen("status 0")
    #expect(try text("before") == text("after"))
  }

  @Test func aSignalToEndLeavesTheTerminalAsItWas() throws {
    try program.run("push", "first")
    let session = try program.terminal()
    let folder = try program.path
    try session.run("stty -g > \(folder)/before")
    try session.run("sh -c 'echo $$ > \(folder)/pid; exec \"$B\"'; echo status $?")
    try session.awaitScreen("first", without: ["ready>"])
    let process = try #require(pid_t(text("pid").trimmingCharacters(in: .newlines)))
    kill(process, SIGTERM)
    try session.awaitScreen("status 143", without: ["first"])
    try session.run("stty -g > \(folder)/after; echo again $?")
    try session.awaitScreen("again 0")
    #expect(try text("before") == text("after"))
  }

  @Test func aSavedThemeRestylesTheOpenScreenAndABadOneDoesNot() throws {
    try program.run("push", "first")
    let file = try program.write(theme(mark: "★"), to: "themes/mine.toml")
    let session = try program.terminal()
    try session.run("\"$B\" --theme mine")
    try session.awaitScreen("★", "first")
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

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: program.path + "/" + name, encoding: .utf8)
  }
}
