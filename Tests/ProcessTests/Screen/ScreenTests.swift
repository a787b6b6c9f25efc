import Foundation
import InboxTestSupport
import Testing

/// The whole program in a terminal, used as a person uses it.
@Suite("screen", .serialized, .waiting) struct ScreenTests {
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
    #expect(try program.list("{title}") == ["first"])
    try session.press("u", showing: "first", "Unread 2", "Restored “second” · U redo")
    #expect(try program.list("{title}") == ["second", "first"])
  }

  @Test func `keys typed fast each mean the next message`() throws {
    let session = try opened("first", "second", "third", "fourth")
    try session.type("ddd")
    try session.awaitScreen("first", "Unread 1", without: ["third", "fourth"])
    #expect(try program.list("{title}") == ["first"])
    try session.type("uuu")
    try session.awaitScreen("first", "second", "third", "fourth", "Unread 4")
  }

  @Test func `deletes typed right before quitting are stored`() throws {
    let session = try opened("first", "second", "third", "fourth")
    try session.type("dddq")
    try session.awaitPrompt()
    #expect(try program.list("{title}") == ["first"])
  }

  @Test func `keys typed after quitting do nothing`() throws {
    let session = try opened("first", "second")
    try session.type("qd")
    try session.awaitPrompt()
    #expect(try program.list("{title}") == ["second", "first"])
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
    #expect(try program.list("{title}", "--filter", "is:deleted") == ["flight to Lisbon"])
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

  @Test func `the menu ends a mute of a command, and knows at once that it ended`() throws {
    try program.run("push", "first", "--source", "ci/web")
    try program.run("mute", "ci")
    let session = try program.screen(showing: "first")
    try session.press("x", showing: "Only ci/web", "Unmute ci ", without: ["Mute ci"])
    try session.press("2", showing: "Unmuted ci ")
    #expect(try program.run("rules", "list").output == "")
    try session.press("x", showing: "Only ci/web", "Mute ci/web for good", without: ["Unmute ci"])
    // A mute from elsewhere is known to the next menu.
    try session.press("Escape", showing: "first", without: ["Only ci/web"])
    try program.run("mute", "=ci/web", "--for", "1h")
    try session.awaitScreen("🔕")
    try session.press("x", showing: "Unmute =ci/web", "muted until")
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

  private static let yellow = "48;5;226m"

  private func alphaAndBeta() throws -> TmuxSession {
    try program.run("push", "alpha first", "the body of the first")
    try program.run("push", "beta second")
    return try program.screen(showing: "alpha", "beta")
  }

  @Test func `tab completes a filter that is then shown`() throws {
    let session = try alphaAndBeta()
    try program.run("read", "--filter", "alpha")
    try session.type(":fil")
    try session.awaitScreen(":fil", "filter")
    try session.press("Tab", showing: ":filter", "is:unread")
    try session.type("is:unr")
    try session.press("Tab", "Enter", showing: "beta", "▐Unread 1▌", without: ["alpha", ":filter"])
  }

  @Test func `a theme is put on, and an unknown one is reported`() throws {
    let session = try alphaAndBeta()
    #expect(!session.styledScreen.contains(Self.yellow))
    try session.type(":theme hig")
    try session.press("Tab", "Enter")
    try session.awaitScreen("the colours of the theme") { screen in
      screen.contains("alpha") && session.styledScreen.contains(Self.yellow)
    }
    try session.type(":theme nrod")
    try session.press("Enter", showing: "unknown theme 'nrod'; did you mean 'nord'?")
  }

  @Test func `a search in the reader marks its matches`() throws {
    let session = try alphaAndBeta()
    try session.press("j", "Enter", showing: "the body of the first")
    try session.type("/body")
    try session.press("Enter", showing: "Match 1 of 1")
    try session.press("C-c", showing: "Press Q to quit")
    try session.type("Q")
    try session.awaitPrompt()
  }

  private func homeAndWork() throws -> TmuxSession {
    try program.run("push", "at home")
    try program.run("push", "--inbox", "work", "at work")
    return try program.screen(showing: "at home")
  }

  @Test func `the menu switches and back`() throws {
    let session = try homeAndWork()
    try session.type("I")
    try session.awaitScreen("Inboxes", "default", "work", "1 unread, 1 in all")
    try session.press("j", "Enter")
    try session.awaitScreen("at work", "work (default 1) ·", without: ["at home", "Inboxes"])
    try program.run("push", "more at home")
    try program.run("push", "--inbox", "work", "more at work")
    try session.awaitScreen("more at work", "default: more at home")
    try session.press("Escape")
    try session.awaitScreen("more at work", "Unread 2", "work (default 2) ·", without: ["at home"])
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
    let session = try homeAndWork()
    try session.type(":inbox \(name)")
    try session.press("Enter")
    try session.awaitScreen(problem, "at home", "default (work 1) ·")
    let folders = try FileManager.default.contentsOfDirectory(atPath: program.path + "/inboxes")
    #expect(folders.sorted() == ["default", "work"])
  }

  @Test func `an inbox that is damaged is reported, and the old one stays`() throws {
    try program.write(String(repeating: "no database ", count: 500), to: "inboxes/bad/inbox.sqlite")
    let session = try homeAndWork()
    try session.type("I")
    try session.awaitScreen("bad", "cannot be read", "default")
    try session.press("1")
    try session.awaitScreen("is not an inbox, or is damaged", "at home", "default (work 1) ·")
  }
}
