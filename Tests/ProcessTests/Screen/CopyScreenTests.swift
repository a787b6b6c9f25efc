import Foundation
import InboxTestSupport
import Testing

/// Copying and choosing actions on the screen, with tools that note what they get.
@Suite("copying and actions on the screen", .serialized, .waiting)
struct CopyScreenTests {
  let program = Program()
  let folder = ProgramFolder.empty()

  @Test func `the text and the link go to the tool of the desktop`() throws {
    try folder.addNoting("wl-copy")
    try program.run("push", "first", "its body", "--url", "https://example.org/x")
    let session = try program.screen(
      finding: folder, showing: "first", environment: ["WAYLAND_DISPLAY": "wayland-9"])
    try session.press("y", showing: "Copied to the clipboard (2 lines)")
    #expect(folder.notes(of: "wl-copy") == "0|first\n\nits body")
    try session.press("Y", showing: "Copied “https://example.org/x” to the clipboard")
    #expect(folder.notes(of: "wl-copy").hasSuffix("0|https://example.org/x"))
  }

  @Test func `a tool that hangs leaves the screen alive`() throws {
    try folder.add("xclip", "sleep 600")
    try program.push("first", "second")
    let session = try program.screen(
      finding: folder, showing: "second", environment: ["DISPLAY": ":9"])
    try session.press("y", "d", showing: "Unread 1", without: ["second"])
    try session.awaitScreen("“xclip” did not end within 3 s")
  }

  @Test func `a tool that fails is reported`() throws {
    try folder.add("xclip", "echo cannot open display >&2", "exit 1")
    try program.run("push", "first")
    let session = try program.screen(
      finding: folder, showing: "first", environment: ["DISPLAY": ":9"])
    try session.press("y", showing: "Not copied: “xclip” exited with status 1: cannot open display")
  }

  @Test func `inside tmux the text is in its buffer`() throws {
    try program.run("push", "first")
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("y", showing: "Copied “first” to tmux")
    try session.quit()
    try session.run("clear; tmux show-buffer; echo; echo end", showing: "first\nend")
  }

  @Test func `elsewhere the terminal is asked`() throws {
    try program.run("push", "first")
    let environment = try program.environment(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"])
    let terminal = try PseudoTerminal(Program.path, environment: environment)
    try terminal.awaitOutput("first")
    try terminal.send("y", showing: "\u{1B}]52;c;Zmlyc3Q=\u{7}")
    #expect(try terminal.wait(sending: "q") == 0)
  }

  @Test func `a text too long for the terminal is refused`() throws {
    _ = try program.write("clipboard = 'osc52'\n", to: "config.toml")
    try program.run("push", "first", String(repeating: "x", count: 80_000))
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("y", showing: "terminals take 74994 bytes")
  }

  @Test func `an action is chosen from a menu, and its link opened`() throws {
    let opener = try folder.addNoting("opener")
    try program.run(
      "push", "Deploy?", "--action", "Approve=https://ci.example/ok", "--action", "Deny")
    let session = try program.screen(
      finding: folder, showing: "Deploy?", environment: ["BROWSER": opener])
    try session.press("a", showing: "Approve", "Deny", "Copy the text")
    try session.press("a", showing: "“Approve” recorded", "Unread  ", without: ["Deny"])
    #expect(folder.notes(of: "opener", until: "ok|") == "1|https://ci.example/ok|")
    try session.press("a", showing: "Deny")
    try session.press("j", "Enter", showing: "“Deny” recorded", without: ["Approve"])
    #expect(folder.notes(of: "opener") == "1|https://ci.example/ok|")
  }
}
