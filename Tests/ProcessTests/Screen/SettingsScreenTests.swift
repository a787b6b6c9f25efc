import InboxTestSupport
import Testing

/// What the configuration says, as it shows on the screen.
@Suite("settings on the screen", .serialized, .waiting) struct SettingsScreenTests {
  let program = Program()

  private func opened(_ configuration: String) throws -> TmuxSession {
    try program.configure(configuration)
    try program.run("push", "first", "its body", "--source", "cron/backup")
    try program.run("push", "second", "--source", "cron/backup")
    return try program.screen(showing: "first", "second")
  }

  private func row(_ title: String, on screen: String) -> Substring {
    screen.split(separator: "\n").first { $0.contains(title) } ?? ""
  }

  @Test func `a dense list has one line for each message`() throws {
    try opened("density = 'comfortable'\n").awaitScreen("the body below the title") {
      $0.contains("its body") && !row("first", on: $0).contains("its body")
    }
    try opened("density = 'compact'\n").awaitScreen("two rows of one line each") {
      let lines = $0.split(separator: "\n")
      return lines.count { $0.contains("cron/backup") } == 2
        && !lines.contains { $0.contains("its body") && !$0.contains("first") }
    }
  }

  @Test func `the terminal hands over the key with which emacs searches`() throws {
    let session = try opened("keys = 'emacs'\n")
    try session.press("C-s", "f", "i", "r", "s", "t")
    try session.awaitScreen("the search") { $0.contains("/first") && $0.contains("1 of 1") }
  }

  @Test func `a program that is not there is told at the start`() throws {
    // Where the line wraps depends on the length of the path in front.
    try opened("opener = 'no-such-program'\n").awaitScreen("the mistake at the bottom") {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("opener: there is no program no-such-program")
    }
  }

  @Test func `columns that are not named are not there`() throws {
    try opened("").awaitScreen("the source in the row") {
      row("first", on: $0).contains("cron/backup")
    }
    try opened("columns = ['time']\n").awaitScreen("Unread 2", without: ["cron/backup"])
  }

  @Test func `times are shown by the clock`() throws {
    try opened("time_format = 'clock'\n").awaitScreen("the time of day in the row") {
      row("first", on: $0).contains(#/\d\d:\d\d/#)
    }
  }

  @Test func `the order of the configuration is that in which the list begins`() throws {
    try opened("sort = 'oldest'\n").awaitScreen("the oldest on top") {
      let places = ["first", "second"].compactMap($0.firstRange(of:)).map(\.lowerBound)
      return $0.contains("oldest") && places.count == 2 && places[0] < places[1]
    }
  }

  @Test func `who marks read by hand finds a message unread after viewing it`() throws {
    let session = try opened("mark_read = 'manual'\n")
    try session.press("Enter", showing: "q back", "second", without: ["first"])
    try session.press("q", showing: "Unread 2", "first")
    try session.press("m", showing: "Unread 1")
  }

  @Test func `a key that was bound acts, one that was unbound does not`() throws {
    let session = try opened("[keys]\n'x' = 'delete'\n'd' = 'unbind'\n")
    try session.press("d", "x", showing: "Unread 1", "first", "Deleted “second”")
    #expect(try program.run("list", "--filter", "is:deleted").lines.count == 1)
  }

  @Test func `a saved configuration changes the open screen, and R reads it anew`() throws {
    let session = try opened("")
    try session.awaitScreen("cron/backup")
    try program.configure("columns = ['time']\n[keys]\n'x' = 'delete'\n")
    try session.awaitScreen("first", without: ["cron/backup"])
    try session.press("x", showing: "Unread 1", "Deleted “second”")
    try program.configure("colums = ['time']\n")
    try session.awaitScreen("config.toml:1:", "columns")
    try session.press("k", showing: "first", without: ["config.toml:1:"])
    // It is told again to who asks.
    try session.press("R", showing: "config.toml:1:", "columns")
    try program.configure("")
    try session.awaitScreen("cron/backup", without: ["config.toml:1:"])
  }

  @Test func `tabs are counted while other programs push, and switched by their keys`() throws {
    let tabs = "[[tabs]]\nname = 'All'\n\n[[tabs]]\nname = 'CI'\nfilter = 'source:ci/*'\n"
    try program.configure(tabs)
    try program.run("push", "first", "--source", "ci/shop")
    try program.run("push", "second", "--source", "cron")
    let session = try program.screen(showing: "▐All 2▌", "CI 1")
    try program.run("push", "third", "--source", "ci/shop")
    try session.awaitScreen("▐All 3▌", "CI 2")
    try session.press("2", showing: "▐CI 2▌", "first", "third", without: ["second"])
    try session.press("1", showing: "▐All 3▌", "second")
    try program.configure("")
    try session.awaitScreen("▐All▌ Unread 3", without: ["CI"])
  }
}
