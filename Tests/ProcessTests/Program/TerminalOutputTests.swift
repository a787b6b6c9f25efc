import Foundation
import InboxTestSupport
import Testing

/// What commands print on a terminal, where a person reads it.
@Suite struct TerminalOutputTests {
  private let program = Program()

  /// What a command prints on a terminal.
  private func output(
    _ arguments: String..., rows: Int = 24, columns: Int = 80, environment: [String: String] = [:]
  ) throws -> String {
    try output(arguments, rows: rows, columns: columns, environment: environment)
  }

  private func output(
    _ arguments: [String], rows: Int = 24, columns: Int = 80, environment: [String: String] = [:]
  ) throws -> String {
    let more = ["PAGER": "cat"].merging(environment) { $1 }
    let terminal = try PseudoTerminal(
      Program.path, arguments, environment: try program.environment(more), columns: columns,
      rows: rows)
    _ = try terminal.wait()
    return terminal.text.replacing("\r\n", with: "\n")
  }

  @Test func `commands answer in sentences that name the way back`() throws {
    #expect(try output("push", "One", "first\nsecond") == "@1\n")
    #expect(try output("delete", "@1") == "Deleted 1 message · undo: bellboard undo\n")
    #expect(try output("delete", "@1") == "Nothing to do: 1 message left as is\n")
    #expect(try output("undo") == "Restored 1 message · redo: bellboard redo\n")
    #expect(
      try output("snooze", "@1", "--until", "2036-01-02 10:00")
        == "Snoozed 1 message until Wed 2036-01-02 10:00 · undo: bellboard undo\n")
    #expect(try program.run("unsnooze", "@1").output == "1\n")
    #expect(try program.run("delete", "@1").output == "1\n")
    #expect(try output("purge", "--all") == "Deleted 1 message forever\n")
  }

  @Test func `what is taken back of actions is told, and nothing when piped`() throws {
    let input = #"{"title":"x","source":"ci","actions":[{"label":"Rerun","run":"rerun"}]}"#
    try program.run("push", "--json", input: input)
    let words = ["answer", "@1", "Rerun"]
    for isPiped in [false, true] {
      try program.run(words + ["--allow-actions"], ending: 0)
      let orders = [words + ["--withdraw"], ["sources", "--disallow-actions", "ci"]]
      let texts = try orders.map { try isPiped ? program.run($0).output : output($0) }
      let told = ["Took 'Rerun' of @1 back\n", "Actions of ci are allowed no longer\n"]
      #expect(texts == (isPiped ? ["", ""] : told))
    }
  }

  @Test(arguments: [20, 34, 40, 46, 80]) func `a message is one line at any width`(
    columns: Int
  ) throws {
    try program.run(
      "push", "A title of several words", "and its text", "--source", "desktop/mail")
    let text = try output("list", columns: columns).replacing(/\u{1B}\[[0-9;]*m/, with: "")
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
    #expect(lines[1].contains(columns < 40 ? "@1" : "A title"))
  }

  @Test func `what is empty says so, and nothing when piped`() throws {
    #expect(try output("list") == "No messages\n")
    #expect(try output("list", "-f", "zzzz") == "No messages match zzzz\n")
    #expect(try output("rules", "list").hasPrefix("There are no rules"))
    #expect(try program.run("list", "-f", "zzzz").output == "")
    #expect(try program.run("rules", "list").output == "")
  }

  @Test func `a message without a link is opened as show prints it`() throws {
    try program.run("push", "Notes", "# Head\n\n- **bold** item", "--markdown", "--source", "ci")
    let shown = try output("open", "@1")
    #expect(shown.contains(" • \u{1B}[1mbold\u{1B}[0m item"))
    #expect(shown.hasSuffix("\nOpened 1 message\n"))
    #expect(try program.run("open", "@1").output.hasSuffix("\n1\n"))
  }

  @Test func `a copy is told, and that there was nothing to copy`() throws {
    let tool = try program.write("#!/bin/sh\ncat > /dev/null\n", to: "clip")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool)
    try program.configure("clipboard = [\"\(tool)\"]\n")
    try program.run("push", "One", "text")
    #expect(try output("copy", "@1") == "Copied 1 message\n")
    #expect(try program.run("copy", "@1").output == "1\n")
    #expect(try output("copy", "@1", "--link").contains("Nothing copied\n"))
  }

  @Test func `the keys fit the columns of the terminal`() throws {
    let lines = try output("keys").split(separator: "\n")
    #expect(lines.count > 80)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(try program.run("keys").lines.contains { $0.count > 80 })
  }

  @Test func `a list shows bodies without markup`() throws {
    try program.run("push", "Notes", "# Release **2**\n\nmore", "--markdown")
    #expect(try output("list").contains("Notes\u{1B}[0m\u{1B}[2m — Release 2\u{1B}[0m"))
    #expect(try program.run("list").output.hasSuffix("\tNotes\t# Release **2**\n"))
  }

  @Test func `a list has a header, and a pager where it is longer than the screen`() throws {
    for number in 1...9 { try program.run("push", "Title \(number)", "body", "--id", "\(number)") }
    let pager = ["BELLBOARD_PAGER": "sed 's/^/P /'", "PAGER": "false"]
    let whole = try output("list", environment: pager)
    #expect(whole.contains("NUMBER"))
    #expect(!whole.contains("P "))
    #expect(whole.contains("\u{1B}[2m — body\u{1B}[0m"))
    #expect(try output("list", rows: 6, environment: pager).split(separator: "\n").count == 10)
    #expect(
      try output("list", rows: 6, environment: pager).split(separator: "\n").allSatisfy {
        $0.hasPrefix("P ")
      })
    let left = ["BELLBOARD_PAGER": "head -n 2"]
    #expect(try output("list", rows: 6, environment: left).split(separator: "\n").count == 2)
    #expect(try program.run("list").lines.count == 9)
  }

  @Test func `a message looks as in the reader, and is plain when piped`() throws {
    try program.run("push", "Notes", "# Head\n\n- **bold** item", "--markdown", "--source", "ci")
    let shown = try output("show", "@1")
    #expect(shown.contains(" • \u{1B}[1mbold\u{1B}[0m item"))
    #expect(shown.contains("ci · unread"))
    let colorless = try output("show", "@1", environment: ["NO_COLOR": "1"])
    #expect(!colorless.contains("\u{1B}[1;34m"))
    #expect(shown.contains("\u{1B}[1;34mHead"))
    #expect(try program.run("show", "@1").output.hasSuffix("\n\n# Head\n\n- **bold** item\n"))
  }

  @Test func `a pager that ends early or is not there breaks nothing`() throws {
    for number in 1...30 { try program.run("push", "Title \(number)", "--id", "\(number)") }
    let terminal = try program.emulated("list", environment: ["PAGER": "true"], rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(try !output("list", rows: 10, environment: ["PAGER": "no-such-pager"]).isEmpty)
  }

  @Test func `metrics have bars in their table, within 80 columns`() throws {
    for number in 1...4 { try program.run("push", "a \(number)", "--source", "a/b") }
    try program.run("push", "One", "--source", "c")
    try program.run("read", "@5")
    let lines = try output("stats", columns: 80).split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 80 })
    // Each source once, in one table without columns of zeros.
    let rows = lines.filter { $0.hasPrefix("  a/b") || $0.hasPrefix("  c ") }
    #expect(
      rows.map { $0.split(separator: " ").map(String.init) } == [
        ["a/b", "4", String(repeating: "█", count: 24), "0"],
        ["c", "1", String(repeating: "█", count: 6), "1"],
      ])
    #expect(lines.contains { $0.split(separator: " ") == ["received", "read"] })
    #expect(try !program.run("stats").output.contains("█"))
  }
}
