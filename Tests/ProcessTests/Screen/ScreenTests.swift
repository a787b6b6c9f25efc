import Foundation
import InboxTestSupport
import Testing

/// The whole program in a terminal, used as a person uses it.
@Suite("screen", .serialized, .waiting) struct ScreenTests {
  let program = Program()

  @Test func `any size is drawn and the old one comes back`() throws {
    // Of long ago, so that no minute and no midnight changes what is shown of their times.
    for title in ["first", "second"] {
      try program.run("push", title, "--sent-at", "2001-01-01 12:00")
    }
    let session = try program.screen(showing: "second")
    // The header of the day is counted beside the loop.
    try session.awaitScreen(" 2 unread ─", "Unread 2", "first", "second", "? help")
    let before = session.screen
    try session.resize(columns: 20, rows: 5)
    try session.awaitScreen("second") {
      $0.contains("second") && $0.split(separator: "\n").allSatisfy { $0.count <= 20 }
    }
    try session.resize(columns: 10, rows: 3)
    try session.awaitScreen("a small screen") {
      $0.split(separator: "\n").allSatisfy { $0.count <= 10 }
    }
    try session.resize(columns: 80, rows: 24)
    try session.awaitScreen("the screen as it was") { $0 == before }
  }

  @Test func `beside a newer program it keeps refreshing, and undo works`() throws {
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
