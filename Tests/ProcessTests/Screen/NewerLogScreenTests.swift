import Foundation
import InboxTestSupport
import Testing

/// The screen beside a newer program, whose log entries it does not know.
@Suite("screen beside a newer program", .serialized, .waiting)
struct NewerLogScreenTests {
  let program = Program()

  @Test func `it keeps refreshing, and undo works`() throws {
    try program.run("push", "first")
    let session = try program.screen(showing: "first")
    let file = try program.path + "/inboxes/default/inbox.sqlite"
    try SQLiteFile(path: file).execute(
      """
      UPDATE message SET title = 'renamed';
      INSERT INTO log (time, verb, numbers) VALUES (0, 'renamed', x'0101');
      """)
    try session.awaitScreen("renamed")
    try program.run("push", "second")
    try session.awaitScreen("second", "renamed", without: ["No live refresh"])
    try session.press("d", showing: "Unread 1")
    try session.press("u", showing: "Unread 2", "renamed", "second")
  }
}
