import Foundation
import InboxTestSupport
import InboxUI
import Testing

@testable import InboxTerminal

struct LauncherTests {
  private let link: Link
  private let folder: ProgramFolder

  init() throws {
    link = try Link("https://example.org/?a=b c&d='e'$(f)")
    folder = try ProgramFolder()
  }

  private func launcher(_ variables: [String: String] = [:]) -> Launcher {
    Launcher(environment: ["PATH": folder.path].merging(variables) { $1 })
  }

  @Test func `the configuration wins over BROWSER, which wins over the system's opener`() {
    #expect(
      launcher().plan(for: .open([link], opener: [])).commands == [["xdg-open", link.text]])
    let launcher = launcher(["BROWSER": "firefox --new-tab"])
    #expect(
      launcher.plan(for: .open([link], opener: [])).commands
        == [["firefox", "--new-tab", link.text]])
    #expect(
      launcher.plan(for: .open([link, link], opener: ["x", "-y"])).commands
        == [["x", "-y", link.text], ["x", "-y", link.text]])
  }

  @Test func `the first program of BROWSER that is there is taken`() throws {
    let there = try folder.add("there")
    let launcher = launcher(["BROWSER": "/nonexistent/x:\(there) -n:other"])
    #expect(
      launcher.plan(for: .open([link], opener: [])).commands == [[there, "-n", link.text]])
  }

  @Test func `a link takes the place of a word, never of a part of one`() {
    let plan = { (words: [String]) in launcher().plan(for: .open([link], opener: words)).commands }
    #expect(plan(["x", "%s", "-z"]) == [["x", link.text, "-z"]])
    #expect(plan(["sh", "-c", "open '%s'"]) == [["sh", "-c", "open '%s'", link.text]])
  }

  @Test(arguments: [
    ("w3m", true), ("/usr/bin/lynx", true), ("firefox", false), ("xdg-open", false),
  ])
  func `programs of the terminal get it`(_ name: String, _ needsTerminal: Bool) {
    #expect(launcher().plan(for: .open([link], opener: [name])).needsTerminal == needsTerminal)
  }

  @Test func `a page goes to a text browser that is there, else to the opener`() throws {
    let launch = Launch.browse([link], browser: [], opener: ["opener"])
    let fallback = launcher().plan(for: launch)
    #expect(fallback.commands == [["opener", link.text]])
    #expect(!fallback.needsTerminal)
    #expect(fallback.note?.contains("w3m") == true)
    try folder.add("elinks")
    let plan = launcher().plan(for: launch)
    #expect(plan.commands == [["elinks", link.text]])
    #expect(plan.needsTerminal && plan.note == nil)
    let chosen = launcher().plan(for: .browse([link], browser: ["my", "-b"], opener: []))
    #expect(chosen.commands == [["my", "-b", link.text]] && chosen.needsTerminal)
  }

  @Test func `a typed command line is the shell's, its text is not`() {
    let plan = launcher().plan(for: .pipe("$(touch x)", command: "wc | cat"))
    #expect(plan.commands == [["sh", "-c", "wc | cat"]])
    #expect(plan.input == "$(touch x)" && plan.pauses && plan.needsTerminal)
  }
}
