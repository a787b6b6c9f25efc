import Foundation
import InboxTestSupport
import Testing

/// Images in the reader, and the preview, as a person sees them.
@Suite("pictures on the screen", .serialized, .waiting) struct PictureScreenTests {
  let program = Program()
  let folder = ProgramFolder.empty()

  private func screen() throws -> TmuxSession {
    try program.configure("pictures = 'ask'\n")
    let image = try program.write("image", to: "image.png")
    try program.run("push", "first", "its body", "--attach", image)
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("Enter", showing: "its body", "i picture")
    try session.press("i")
    return session
  }

  @Test func `the picture has the colors of its program`() throws {
    try folder.add("chafa", "printf '\\033[38;5;196;48;5;21m▀▄\\033[0m\\n'")
    let session = try screen()
    try session.awaitScreen("▀▄", "Picture shown · i hides it")
    let styled = session.styledScreen
    #expect(styled.contains("38;5;196") && styled.contains("48;5;21"), "\(styled)")
    try session.press("i", showing: "Picture hidden", without: ["▀▄"])
    try session.press("i", showing: "▀▄")
  }

  @Test func `a program that never ends keeps no key waiting, and ends with the screen`() throws {
    let note = "\(folder.path)/pid"
    try folder.add("chafa", "echo $$ > '\(note)~'", "mv '\(note)~' '\(note)'", "exec sleep 600")
    let session = try screen()
    try session.awaitScreen("Drawing “image.png”…")
    #expect(eventually { FileManager.default.fileExists(atPath: note) })
    try session.press("p", showing: "Pinned")
    try session.quit(by: "Q")
    let process = try #require(Int32(String(contentsOfFile: note, encoding: .utf8).dropLast()))
    #expect(eventually { hasEnded(process) })
  }

  @Test func `a hostile program changes neither screen nor title`() throws {
    try folder.add("chafa", "printf '\\033]2;gotcha\\007\\033[2J\\033[5mgotcha'")
    let session = try screen()
    try session.awaitScreen("“chafa” printed something else", "its body", without: ["gotcha"])
    #expect(!session.value(of: "#{pane_title}").contains("gotcha"))
  }

  private func push(_ title: String, _ body: String) throws {
    try program.run("push", title, body, "--source", "test")
  }

  /// What a screen shows right of the list.
  private func preview(_ screen: String) -> String {
    screen.split(separator: "\n").compactMap { $0.firstIndex(of: "│").map($0.suffix(from:)) }
      .joined(separator: "\n")
  }

  @Test func `a wide screen shows the message under the cursor, and leaves it unread`() throws {
    try push("first", "the text of one")
    try push("second", "the text of two")
    let session = try program.screen(showing: "first", "second", columns: 150)
    try session.awaitScreen("the preview of two") { preview($0).contains("text of two") }
    try session.press("j")
    try session.awaitScreen("the preview of one, and two unread") { screen in
      let shown = preview(screen)
      return shown.contains("text of one") && !shown.contains("text of two")
        && screen.contains("Unread 2")
    }
    try session.press("v")
    try session.awaitScreen("the preview of one below the list") { screen in
      screen.contains("Preview below") && preview(screen).isEmpty
        && screen.components(separatedBy: "text of one").count == 3
    }
    try session.press("v")
    try session.awaitScreen("no preview") { screen in
      screen.contains("Preview off") && screen.components(separatedBy: "text of one").count == 2
    }
  }

  @Test func `a message is read after its time in the preview, where that is wanted`() throws {
    try program.configure("preview = 'right'\nmark_read = 'preview'\n")
    try push("first", "the text of one")
    try push("second", "the text of two")
    let session = try program.screen(showing: "the text of two", "Unread 2")
    try session.press("j", showing: "the text of one", "Unread 1")
  }
}

/// Copying and choosing actions on the screen, with tools that note what they get.
@Suite("copying and actions on the screen", .serialized, .waiting) struct CopyScreenTests {
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
    let terminal = try program.emulated(
      environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"], showing: "first")
    try terminal.send("y", showing: "\u{1B}]52;c;Zmlyc3Q=\u{7}")
    #expect(try terminal.wait(sending: "q") == 0)
  }

  @Test func `a text too long for the terminal is refused`() throws {
    try program.configure("clipboard = 'osc52'\n")
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
