import Foundation
import InboxTestSupport
import Testing

/// What the configuration says, as it shows on the screen.
@Suite("settings on the screen", .serialized, .waiting)
struct SettingsScreenTests {
  let program = Program()

  private func opened(_ configuration: String) throws -> TmuxSession {
    _ = try program.write(configuration, to: "config.toml")
    try program.run("push", "first", "its body", "--source", "cron/backup")
    try program.run("push", "second", "--source", "cron/backup")
    return try program.screen(showing: "first", "second")
  }

  private func row(_ title: String, on screen: String) -> String {
    screen.split(separator: "\n").first { $0.contains(title) }.map(String.init) ?? ""
  }

  @Test func `a dense list has one line for each message`() throws {
    #expect(!row("first", on: try opened("").screen).contains("its body"))
    let screen = try opened("density = 'compact'\n").screen
    let rows = screen.split(separator: "\n").filter { $0.contains("cron/backup") }
    #expect(rows.count == 2)
    #expect(
      !screen.split(separator: "\n").contains { $0.contains("its body") && !$0.contains("first") })
  }

  @Test func `the terminal hands over the key with which emacs searches`() throws {
    let session = try opened("keys = 'emacs'\n")
    try session.press("C-s", "f", "i", "r", "s", "t")
    try session.awaitScreen("the search") { $0.contains("/first") && $0.contains("1 of 1") }
  }

  @Test func `a program that is not there is told at the start`() throws {
    let session = try opened("opener = 'no-such-program'\n")
    #expect(session.screen.contains("opener: there is no program no-such-program"))
  }

  @Test func `columns that are not named are not there`() throws {
    #expect(row("first", on: try opened("").screen).contains("cron/backup"))
    let screen = try opened("columns = ['time']\n").screen
    #expect(!screen.contains("cron/backup"))
  }

  @Test func `times are shown by the clock`() throws {
    let screen = try opened("time_format = 'clock'\n").screen
    #expect(row("first", on: screen).contains(#/\d\d:\d\d/#))
  }

  @Test func `the order of the configuration is that in which the list begins`() throws {
    let session = try opened("sort = 'oldest'\n")
    let places = ["first", "second"].compactMap { session.screen.firstRange(of: $0)?.lowerBound }
    #expect(session.screen.contains("oldest") && places == places.sorted())
  }

  @Test func `who marks read by hand finds a message unread after viewing it`() throws {
    let session = try opened("mark_read = 'manual'\n")
    try session.press("Enter")
    try session.awaitScreen("q back", "second", without: ["first"])
    try session.press("q")
    try session.awaitScreen("2 unread", "first")
    try session.press("m")
    try session.awaitScreen("1 unread")
  }

  @Test func `a key that was bound acts, one that was unbound does not`() throws {
    let session = try opened("[keys]\n'x' = 'delete'\n'd' = 'unbind'\n")
    try session.press("d", "x")
    try session.awaitScreen("1 unread of 1", "first", "Deleted “second”")
    #expect(try program.run("list", "--filter", "is:deleted").lines.count == 1)
  }

  @Test func `a saved configuration changes the open screen, and R reads it anew`() throws {
    let session = try opened("")
    let screen = session.screen
    _ = try program.write("columns = ['time']\n[keys]\n'x' = 'delete'\n", to: "config.toml")
    try session.awaitScreen("first", without: ["cron/backup"])
    try session.press("x")
    try session.awaitScreen("1 unread of 1", "Deleted “second”")
    _ = try program.write("colums = ['time']\n", to: "config.toml")
    try session.awaitScreen("config.toml:1:", "columns")
    try session.press("k")
    try session.awaitScreen("first", without: ["config.toml:1:"])
    // It is told again to who asks.
    try session.press("R")
    try session.awaitScreen("config.toml:1:", "columns")
    _ = try program.write("", to: "config.toml")
    try session.awaitScreen("cron/backup", without: ["config.toml:1:"])
    #expect(screen.contains("cron/backup"))
  }
}
