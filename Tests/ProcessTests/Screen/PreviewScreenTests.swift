import Foundation
import InboxTestSupport
import Testing

/// The preview beside the list, as a person sees it.
@Suite("preview on the screen", .serialized, .waiting)
struct PreviewScreenTests {
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

  @Test func `a message is read after its time in the preview, where that is wanted`() throws {
    _ = try program.write("preview = 'right'\nmark_read = 'preview'\n", to: "config.toml")
    try push("first", "the text of one")
    try push("second", "the text of two")
    let session = try program.screen(showing: "the text of two", "Unread 2")
    try session.press("j", showing: "the text of one", "Unread 1")
  }
}
