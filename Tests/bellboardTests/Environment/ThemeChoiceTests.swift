import Foundation
import InboxSettings
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

@Suite struct ThemeChoiceTests {
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

  private func load(_ name: String?, variable: String = "") throws -> ThemeChoice {
    try ThemeChoice.load(
      option: name, environment: ["BELLBOARD_THEME": variable], settings: Settings(),
      paths: paths)
  }

  @Test func `without a choice the standard look is taken and a file of its name waited for`()
    throws
  {
    let choice = try load(nil)
    #expect(choice.theme == .default && choice.problems == [])
    #expect(choice.watched == [paths.configuration, file("default")])
  }

  @Test func `a file named like the standard look replaces it`() throws {
    try write("inherits = 'default'\nbar = 'red'", to: "default")
    let choice = try load(nil)
    #expect(choice.theme[.bar].foreground == .indexed(1))
    #expect(choice.problems == [])
    #expect(choice.watched.contains(file("default")))
  }

  @Test func `what is wrong is reported by file and line, parents too, and all are watched`() throws
  {
    try write("inherits = 'below'\nbra = 'red'", to: "mine")
    try write("\nbar = 'rde'", to: "below")
    let choice = try load(nil, variable: "mine")
    #expect(choice.problems.count == 2)
    #expect(choice.problems[0] == "\(file("mine")):2: unknown key bra; did you mean 'bar'?")
    #expect(choice.problems[1].hasPrefix("\(file("below")):2: bar is \"rde\""))
    #expect(choice.watched == [paths.configuration, file("mine"), file("below")])
  }

  @Test func `a theme by path is watched at its path`() throws {
    try write("bar = 'red'", to: "mine")
    let choice = try load(file("mine"))
    #expect(choice.watched == [paths.configuration, file("mine")])
  }

  @Test func `a built-in theme is watched where a file would win, its parents too`() throws {
    let choice = try load("nord")
    #expect(choice.theme.name == "Nord")
    #expect(choice.watched == [paths.configuration, file("nord"), file("dark")])
  }

  @Test func `a name that is not there is reported with the nearest one`() throws {
    let error = #expect(throws: ThemeLookupError.self) { try load("nrod") }
    #expect(
      error?.description
        == "no theme \"nrod\"; did you mean 'nord'?")
  }
}
