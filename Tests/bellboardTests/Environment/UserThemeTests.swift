import BellboardSupport
import Foundation
import InboxSettings
import InboxTOML
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

@Suite struct UserThemeTests {
  let root: TemporaryFolder
  let paths: Paths

  init() throws {
    root = try TemporaryFolder()
    paths = Paths(environment: ["BELLBOARD_HOME": root.path])
    try FileManager.default.createDirectory(
      atPath: root.path + "/themes", withIntermediateDirectories: true)
  }

  private func file(_ name: String) -> String { "\(root.path)/themes/\(name).toml" }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  private func environment(_ variable: String = "") throws -> UserEnvironment {
    try UserEnvironment(
      inboxName: nil, variables: ["BELLBOARD_HOME": root.path, "BELLBOARD_THEME": variable])
  }

  /// A theme as it is loaded, with the files that it depends on.
  private func load(
    _ name: String?, variable: String = ""
  ) throws -> (theme: Theme, messages: [String], watched: [String]) {
    let environment = try environment(variable)
    let loaded = try environment.theme(option: name)
    return (loaded.theme, loaded.messages, environment.files(behind: loaded))
  }

  @Test func `without a choice the standard look is taken and a file of its name waited for`()
    throws
  {
    let choice = try load(nil)
    #expect(choice.theme == .default && choice.messages == [])
    #expect(choice.watched == [paths.configuration, paths.mutes, file("default")])
  }

  @Test func `a file named like the standard look replaces it`() throws {
    try write("inherits = 'default'\nbar = 'red'", to: "default")
    let choice = try load(nil)
    #expect(choice.theme[.bar].foreground == .indexed(1))
    #expect(choice.messages == [])
    #expect(choice.watched.contains(file("default")))
  }

  @Test func `what is wrong is reported by file and position, parents too, and all are watched`()
    throws
  {
    try write("inherits = 'below'\nbra = 'red'", to: "mine")
    try write("\nbar = 'rde'", to: "below")
    let choice = try load(nil, variable: "mine")
    #expect(choice.messages.count == 2)
    #expect(choice.messages[0] == "\(file("mine")):2:1: unknown key bra; did you mean 'bar'?")
    #expect(choice.messages[1].hasPrefix("\(file("below")):2:7: bar is \"rde\""))
    #expect(choice.watched == [paths.configuration, paths.mutes, file("mine"), file("below")])
  }

  @Test func `a theme by path is watched at its path`() throws {
    try write("bar = 'red'", to: "mine")
    let choice = try load(file("mine"))
    #expect(choice.watched == [paths.configuration, paths.mutes, file("mine")])
  }

  @Test func `a built-in theme is watched where a file would win, its parents too`() throws {
    let choice = try load("nord")
    #expect(choice.theme.name == "Nord")
    #expect(choice.watched == [paths.configuration, paths.mutes, file("nord"), file("dark")])
  }

  @Test func `a name that is not there is reported with the nearest one`() throws {
    let error = #expect(throws: ThemeLookupError.self) { try load("nrod") }
    #expect(
      error?.description
        == "no theme named nrod; did you mean 'nord'?")
  }

  @Test func `one theme for each background, where the configuration says so`() throws {
    try Data("theme = { light = 'light', dark = 'nord' }".utf8)
      .write(to: URL(filePath: paths.configuration))
    let environment = try environment()
    #expect(environment.themeName() == "nord")
    #expect(environment.themeName(on: .light) == "light")
    #expect(environment.followsBackground(option: nil))
    #expect(!environment.followsBackground(option: "dracula"))
    #expect(try !self.environment("b").followsBackground(option: nil))
  }

  @Test func `the option wins over the variable, and that over the configuration`() throws {
    #expect(try environment().themeName() == "default")
    try Data("theme = 'c'".utf8).write(to: URL(filePath: paths.configuration))
    #expect(try environment().themeName() == "c")
    #expect(try environment("b").themeName() == "b")
    #expect(try environment("b").themeName(option: "a") == "a")
  }
}
