import Foundation
import InboxTestSupport
import Testing

/// The preview as a person sees it, and a copy where no tool is.
@Suite("preview and copies on the screen", .serialized, .waiting) struct PictureScreenTests {
  let program = Program()

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

  @Test func `elsewhere the terminal is asked`() throws {
    try program.run("push", "first")
    let terminal = try program.emulated(
      environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"], showing: "first")
    try terminal.send("y", showing: "\u{1B}]52;c;Zmlyc3Q=\u{7}")
    #expect(try terminal.wait(sending: "q") == 0)
  }
}
