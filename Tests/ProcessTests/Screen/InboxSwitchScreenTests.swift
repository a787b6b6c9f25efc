import Foundation
import InboxTestSupport
import Testing

/// Several inboxes in the program itself, on a terminal.
@Suite("inboxes on the screen", .serialized, .waiting)
struct InboxSwitchScreenTests {
  let program = Program()

  private func screen() throws -> TmuxSession {
    try program.run("push", "at home")
    try program.run("push", "--inbox", "work", "at work")
    return try program.screen(showing: "at home")
  }

  @Test func `the menu switches and back`() throws {
    let session = try screen()
    try session.type("I")
    try session.awaitScreen("Inboxes", "default", "work", "1 unread, 1 in all")
    try session.press("j", "Enter")
    try session.awaitScreen("at work", "work (default 1) ·", without: ["at home", "Inboxes"])
    try program.run("push", "more at home")
    try program.run("push", "--inbox", "work", "more at work")
    try session.awaitScreen("more at work", "default: more at home")
    try session.press("Escape")
    try session.awaitScreen(
      "more at work", "Unread 2", "work (default 2) ·", without: ["at home"])
    try session.type(":inbox def")
    try session.press("Tab", "Enter", showing: "at home", "more at home", without: ["at work"])
  }

  @Test(arguments: [
    ("wrok", "did you mean 'work'?"), ("nowhere", "inbox 'nowhere'"),
    ("../office", "unknown inbox '../office'"), ("a/b", "unknown inbox 'a/b'"),
    (String(repeating: "x", count: 300), "unknown inbox"),
  ])
  func `a name that means no inbox is reported, and the old one stays`(
    _ name: String, _ problem: String
  ) throws {
    let session = try screen()
    try session.type(":inbox \(name)")
    try session.press("Enter")
    try session.awaitScreen(problem, "at home", "default (work 1) ·")
    let folders = try FileManager.default.contentsOfDirectory(atPath: program.path + "/inboxes")
    #expect(folders.sorted() == ["default", "work"])
  }

  @Test func `an inbox that is damaged is reported, and the old one stays`() throws {
    _ = try program.write(
      String(repeating: "no database ", count: 500), to: "inboxes/bad/inbox.sqlite")
    let session = try screen()
    try session.type("I")
    try session.awaitScreen("bad", "cannot be read", "default")
    try session.press("1")
    try session.awaitScreen("is not an inbox, or is damaged", "at home", "default (work 1) ·")
  }
}
