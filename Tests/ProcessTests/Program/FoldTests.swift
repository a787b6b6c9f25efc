import Foundation
import InboxTestSupport
import Testing

@Suite("pushing the same again", .waiting) struct FoldTests {
  let program = Program()

  private func list(_ arguments: String...) throws -> [String] {
    try program.run(
      ["list", "--format", "{occurrences} {title}: {body}"] + arguments, input: Data()
    ).lines
  }

  @Test func `equal pushes are one message, whichever process they come from`() throws {
    let ids = try (0..<3).map { _ in try program.run("push", "full", "disk").output }
    #expect(Set(ids).count == 1)
    #expect(try list() == ["3 full: disk"])
    #expect(try program.run("count").output == "1\n")
    #expect(try program.run("list").output.contains("\t"))
  }

  @Test func `a key folds other texts, and its end marks the message resolved`() throws {
    try program.run("push", "91 %", "--fold", "disk")
    try program.run("push", "97 %", "--fold", "disk", "--markdown", "--progress", "97")
    #expect(try list("-f", "occurrences>=2") == ["2 97 %: "])
    let json = try program.run("list", "--json").output
    for piece in ["\"fold\":\"disk\"", "\"format\":\"markdown\"", "\"progress\":97"] {
      #expect(json.contains(piece))
    }
    try program.run("push", "fine", "--resolves", "disk")
    #expect(try list("-f", "is:resolved") == ["2 97 %: fine"])
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `show lists the earlier occurrences, and JSON has them`() throws {
    for title in ["91 %", "97 %"] {
      try program.run("push", title, "--fold", "disk", "--sent-at", "2026-01-31T10:00:00Z")
    }
    let lines = try program.run("show", "@1").lines
    #expect(lines.contains { $0.hasPrefix("came        2 times, first 2026-01-31T10:00:00Z") })
    #expect(lines.last?.hasSuffix("  91 %") == true)
    #expect(try program.run("show", "--json", "@1").output.contains("\"earlier\":[{"))
  }

  @Test func `progress goes on without a text`() throws {
    try program.run("push", "Copying", "--fold", "copy")
    let run = try program.run("push", "--fold", "copy", "--progress", "40")
    #expect(run.status == 0)
    #expect(
      try program.run("list", "--format", "{title} {progress} {occurrences}").output
        == "Copying 40 1\n")
    #expect(try program.run("push", "x", "--progress", "101").status == 64)
    #expect(try program.run("push", "x", "--fold", "").status == 64)
    #expect(try program.run("push", "--fold", "unknown").status == 1)
  }

  @Test func `the configuration says which repetitions are folded`() throws {
    _ = try program.write("fold_repeats = \"off\"\n", to: "config.toml")
    for _ in 0..<2 { try program.run("push", "full") }
    #expect(try list() == ["1 full: ", "1 full: "])
    _ = try program.write("fold_repeats = \"title\"\n", to: "config.toml")
    try program.run("push", "full", "again")
    #expect(try list().first == "2 full: again")
    _ = try program.write("fold_repeats = \"some\"\n", to: "config.toml")
    #expect(try program.run("config", "check").errors.contains("config.toml:1:16"))
  }

  @Test func `an export takes every occurrence along`() throws {
    for title in ["91 %", "95 %", "97 %"] {
      try program.run("push", title, "--fold", "disk")
    }
    let exported = try program.run("export").output
    let other = Program()
    try other.run("import", input: exported)
    #expect(try other.run("export").output == exported)
  }
}
