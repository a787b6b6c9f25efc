import Foundation
import InboxTestSupport
import Testing

/// The preview beside the list, as a person sees it.
@Suite("preview on the screen", .serialized, .waiting)
struct PreviewScreenTests {
  let program = Program()

  private func push(_ title: String, _ body: String) throws {
    try program.run("push", title, "the beginning\n\n\(body)", "--source", "test")
  }

  @Test func `a wide screen shows the message under the cursor, and leaves it unread`() throws {
    try push("first", "the end of the first")
    try push("second", "the end of the second")
    let session = try program.screen(showing: "the end of the second", "│", columns: 150)
    try session.press("j")
    try session.awaitScreen("the end of the first", "2 unread of 2", without: ["of the second"])
    try session.press("v")
    try session.awaitScreen("Preview below", "the end of the first", without: ["│"])
    try session.press("v")
    try session.awaitScreen("Preview off", "2 unread of 2", without: ["the end of"])
    try session.resize(columns: 80, rows: 24)
    try session.awaitScreen("first", "second")
  }

  @Test func `a message is read after its time in the preview, where that is wanted`() throws {
    _ = try program.write("preview = 'right'\nmark_read = 'preview:0s'\n", to: "config.toml")
    try push("first", "the end of the first")
    try push("second", "the end of the second")
    let session = try program.screen(showing: "the end of the second", "2 unread of 2")
    try session.press("j")
    try session.awaitScreen("the end of the first", "1 unread of 2")
  }
}
