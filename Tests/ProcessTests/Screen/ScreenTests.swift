import Foundation
import InboxTestSupport
import Testing

/// The whole program in a terminal, used as a person uses it.
@Suite("screen", .serialized, .waiting)
struct ScreenTests {
  let program = Program()

  /// The screen, open on an inbox into which these were pushed in order.
  private func opened(
    _ titles: String..., arguments: String = "", environment: [String: String] = [:]
  ) throws -> TmuxSession {
    for title in titles { try program.run("push", title) }
    return try program.screen(
      arguments, showing: titles.last ?? "No notifications", environment: environment)
  }

  @Test func `it shows the messages newest first`() throws {
    let session = try opened("first", "second", "third")
    try session.awaitScreen("the newest on top") {
      let places = ["third", "second", "first"].compactMap($0.firstRange(of:)).map(\.lowerBound)
      return $0.contains("Unread 3") && places.count == 3 && places == places.sorted()
    }
  }

  @Test func `what another process pushes appears by itself`() throws {
    let session = try opened("first")
    try program.run("push", "out of the blue", "its body")
    try session.awaitScreen("Unread 2", "out of the blue", "its body")
    try program.run("read", "--all")
    try session.awaitScreen("Unread  ", without: ["●"])
  }

  @Test func `marking read is shown and stored`() throws {
    let session = try opened("first")
    try session.awaitScreen("●")
    try session.press("m", showing: "Unread  ", "first", without: ["●"])
    #expect(try program.run("count").output == "0\n")
    try session.press("m", showing: "Unread 1", "●")
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `a deleted message comes back with undo`() throws {
    let session = try opened("first", "second")
    try session.press("d", showing: "first", "Unread 1", "Deleted “second” · u undo")
    #expect(try program.run("list", "--format", "{title}").lines == ["first"])
    try session.press("u", showing: "first", "Unread 2", "Restored “second” · U redo")
    #expect(try program.run("list", "--format", "{title}").lines == ["second", "first"])
  }

  @Test func `keys typed fast each mean the next message`() throws {
    let session = try opened("first", "second", "third", "fourth")
    try session.type("ddd")
    try session.awaitScreen("first", "Unread 1", without: ["third", "fourth"])
    #expect(try program.run("list", "--format", "{title}").lines == ["first"])
    try session.type("uuu")
    try session.awaitScreen("first", "second", "third", "fourth", "Unread 4")
  }

  @Test func `deletes typed right before quitting are stored`() throws {
    let session = try opened("first", "second", "third", "fourth")
    try session.type("dddq")
    try session.awaitPrompt()
    #expect(try program.run("list", "--format", "{title}").lines == ["first"])
  }

  @Test func `keys typed after quitting do nothing`() throws {
    let session = try opened("first", "second")
    try session.type("qd")
    try session.awaitPrompt()
    #expect(try program.run("list", "--format", "{title}").lines == ["second", "first"])
  }

  @Test func `searching goes to the match`() throws {
    let session = try opened("apple pie", "pear tart", "apple cake")
    try session.awaitScreen("1/3")
    try session.press("/")
    try session.type("pear")
    try session.press("Enter", showing: "apple pie", "pear tart", "2/3")
  }

  @Test func `a key typed ahead of a search acts on the match`() throws {
    let lines = (1...120).map { number in
      let title = number == 3 ? "flight to Lisbon" : "other \(number)"
      return #"{"title": "\#(title)"}"#
    }
    try program.run("push", "--json", input: lines.joined(separator: "\n"))
    let session = try program.screen(showing: "other 120")
    try session.type("/lisbon\rd")
    try session.awaitScreen("Deleted “flight to Lisbon” · u undo", "Unread 119")
    #expect(
      try program.run("list", "--filter", "is:deleted", "--format", "{title}").lines
        == ["flight to Lisbon"])
  }

  @Test func `tabs take turns`() throws {
    let session = try opened("first", "second")
    try session.press("m", showing: "Unread 1")
    try session.press("]", showing: "first", "▐Unread 1▌", without: ["second"])
    try session.press("[", showing: "first", "second")
  }

  @Test func `the reader shows the whole message and goes back`() throws {
    let body = (1...40).map { "line \($0) of the body" }.joined(separator: "\n")
    try program.run("push", "long one", body)
    let session = try opened("short one")
    try session.press("j", "Enter")
    try session.awaitScreen("long one", "line 3 of the body", without: ["short one"])
    try session.press("G", showing: "line 40 of the body")
    try session.press("q", showing: "short one", "long one", "Unread 1")
  }

  @Test func `help lists the keys and leaves`() throws {
    let session = try opened("Backup finished")
    try session.press("?", showing: "Most used", "Enter run")
    try session.press("?", showing: "One message or line down", without: ["Backup finished"])
    try session.press("?", showing: "Keys: all screens", "Every screen")
    try session.press("?", showing: "Backup finished", without: ["Most used"])
  }

  @Test func `the trash gives back`() throws {
    let session = try opened("first", "second")
    try session.press("d", showing: "first", "Unread 1")
    try session.press("T", showing: "second", without: ["first"])
    try session.press("z", "z", showing: "0 in the trash", "Restored “second” · u undo")
    try session.press("T", showing: "first", "second")
  }

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

  @Test func `undo on the command line is shown`() throws {
    let session = try opened("first", "second")
    try session.press("d", showing: "first", "Unread 1")
    #expect(try program.run("undo").status == 0)
    try session.awaitScreen("first", "second", "Unread 2")
  }
}
