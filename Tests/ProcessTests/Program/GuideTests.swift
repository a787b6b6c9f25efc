import Foundation
import InboxTOML
import InboxTestSupport
import InboxUI
import Testing

/// Holds what the README and the guide say to the program.
@Suite("README and guide") struct GuideTests {
  private static let pages = [
    "README.md", "Documentation/Configuration.md", "Documentation/Exchange.md",
    "Documentation/Filters.md", "Documentation/Guide.md", "Documentation/Keys.md",
    "Documentation/Rules.md", "Documentation/Screen.md", "Documentation/Scripting.md",
    "Documentation/Sources.md", "Documentation/Themes.md",
  ]
  /// The pages with examples of the configuration.
  private static let configured = pages.filter { page in
    !["README.md", "Filters.md", "Scripting.md"].contains { page.hasSuffix($0) }
  }
  private let program = Program()

  private static func text(_ page: String) throws -> String {
    try String(contentsOfFile: "\(Program.packageFolder)/\(page)", encoding: .utf8)
  }

  /// The texts of the blocks in a language.
  private static func blocks(_ language: String, of page: String) throws -> [String] {
    try text(page).components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  @Test(arguments: pages)
  func `a command that a page shows is one that the program has`(_ page: String) throws {
    let shown = try Self.blocks("sh", of: page).joined(separator: "\n")
    let words = Set(shown.matches(of: /bellboard ([a-z]+)/).map { String($0.1) })
    #expect(!words.isEmpty)
    for word in words {
      let run = try program.run("help", word, ending: 0)
      #expect(run.output.contains("USAGE: bellboard \(word)"), "\(word)")
    }
  }

  @Test func `the examples of the configuration are right`() throws {
    let examples = try Self.configured.flatMap { try Self.blocks("toml", of: $0) }
    #expect(examples.count > 6)
    for example in examples where !Self.isTheme(example) {
      try program.configure(example)
      let check = try program.run("config", "check")
      // The files, folders and programs of an example are those of its reader.
      let mistakes = check.errors.split(separator: "\n").filter { line in
        !["cannot read", "there is no program", "there is no folder"].contains { line.contains($0) }
      }
      #expect(mistakes == [], "\(example)")
    }
  }

  @Test func `the examples of a theme are right`() throws {
    let examples = try Self.blocks("toml", of: "Documentation/Themes.md").filter(Self.isTheme)
    #expect(examples.count > 2)
    for example in examples {
      let path = try program.write(example, to: "example.toml")
      try program.run("theme", "check", path, ending: 0, errors: "")
    }
  }

  private static func isTheme(_ example: String) -> Bool { example.hasPrefix("name = ") }

  @Test func `the page of themes names every role, and its whole example styles each`() throws {
    let page = try Self.text("Documentation/Themes.md")
    let examples = try Self.blocks("toml", of: "Documentation/Themes.md").filter(Self.isTheme)
    let whole = try #require(examples.first { !$0.contains("inherits = ") })
    for row in ThemeSchema.roles {
      let path = "\(row.path)"
      let table = path.prefix { $0 != "." }
      #expect(page.contains("`\(path)`") || page.contains("| `[\(path)]` |"), "\(path)")
      #expect(whole.contains("\n[\(table)]"), "\(path)")
    }
    // The program prints a part that a theme leaves alone as a comment: its key and what it is.
    let path = try program.write(whole, to: "whole.toml")
    let shown = try program.run("theme", "show", path, ending: 0)
    #expect(shown.output.contains("name = "))
    #expect(shown.output.matches(of: /\n# [a-z]+: .*/).map { String($0.output) } == [])
    for name in Color.names + ["default"] { #expect(page.contains("`\"\(name)\"`"), "\(name)") }
  }

  @Test func `the pages of settings name every one with its default`() throws {
    let guide =
      try Self.text("Documentation/Configuration.md") + Self.text("Documentation/Sources.md")
      + Self.text("Documentation/Exchange.md")
    let lines = try program.run("config", "init", "--print").lines
    var table = ""
    var count = 0
    for line in lines {
      if let header = line.wholeMatch(of: /# \[([a-z]+)\]/) { table = "\(header.1)." }
      guard let setting = line.wholeMatch(of: /# ([a-z_]+) = (.*)/), setting.1 != "rules",
        table != "attachments."  // In an example, not in a table.
      else { continue }
      // The page has the settings of [alerts] below that header.
      let name = (table == "alerts." ? "" : table) + setting.1
      let row = guide.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }
      #expect(row?.contains("`\(setting.2)`") == true, "\(name)")
      count += 1
    }
    #expect(count > 60)
  }
}
