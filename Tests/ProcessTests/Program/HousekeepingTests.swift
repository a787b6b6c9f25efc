import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import bellboard

@Suite("version, doctor, help") struct HousekeepingTests {
  let program = Program()

  @Test func `the version is printed`() throws {
    let run = try program.run("--version")
    // The commit stands behind it where the build knows it.
    let number = run.output.split(whereSeparator: \.isWhitespace).first.map(String.init)
    let place = URL(filePath: BuiltProgram.packageFolder).appending(path: "VERSION")
    let file = try String(contentsOf: place, encoding: .utf8)
    #expect(run.status == 0 && number == file.trimmingCharacters(in: .newlines))
    #expect(run.errors == "" && run.output.split(separator: "\n").count == 1)
  }

  @Test func `doctor shows for whom the log is kept, and who has missed some of it`() throws {
    for index in 1...3 { try program.run("push", "message \(index)") }
    let path = try program.path + "/inboxes/default/inbox.sqlite"
    let file = SQLiteFile(path: path)
    try file.execute("INSERT INTO cursor VALUES ('exchange', 2, 1769860800000)")
    let kept = try program.run("doctor").lines.first { $0.contains("  change log  ") }
    #expect(kept?.hasPrefix("ok") == true && kept?.contains("kept for 'exchange'") == true)
    #expect(kept?.contains("at most 180 days or 256 MB") == true, "\(kept ?? "")")
    try file.execute(
      "DELETE FROM log WHERE sequence < 3; UPDATE cursor SET sequence = 1 WHERE name = 'exchange'")
    let missed = try program.run("doctor").lines.first { $0.contains("  change log  ") }
    #expect(missed?.hasPrefix("warn") == true && missed?.contains("starts at 3") == true)
  }

  @Test func `every command has help`() throws {
    let commands = try program.commands()
    #expect(commands.count >= 40)
    for command in commands {
      let run = try program.run(command.path + ["--help"], ending: 0)
      #expect(run.output.hasPrefix("OVERVIEW: "), "\(command.path)")
      let usage = "USAGE: bellboard \(command.path.joined(separator: " "))"
      #expect(run.output.contains(usage), "\(command.path)")
    }
  }

  @Test func `help names every filter word`() throws {
    let lines = try program.run("list", "--help").lines
    for word in FilterWord.all {
      let name = word.name + (word.argument ?? "")
      #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  @Test func `the page of keys has the table of the program`() throws {
    let page = try String(
      contentsOfFile: Program.packageFolder + "/Documentation/Keys.md", encoding: .utf8)
    let parts = page.components(separatedBy: "<!-- keys -->\n")
    guard parts.count == 3 else {
      Issue.record("Keys.md has no two marks <!-- keys --> around the table")
      return
    }
    #expect(parts[1] == (try program.run("keys", "--markdown").output))
  }
}
