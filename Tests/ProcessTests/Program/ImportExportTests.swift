import Foundation
import Testing

@Suite("import and export") struct ImportExportTests {
  let program = Program()

  @Test(.bug(id: "D4", "a copy of a message lost that it had been opened"))
  func `an export comes back whole`() throws {
    try program.run("push", "kept", "--id", "a", "--tag", "x", "--priority", "max")
    try program.run("push", "thrown away", "--id", "b")
    try program.run("push", "alert", "--id", "c", "--alert-only")
    try program.run("delete", "b")
    try program.run("pin", "a")
    try program.run("read", "a")
    let exported = try program.run("export").output
    let other = Program()
    try other.run("import", "-", input: exported, ending: 0, printing: "3\n")
    #expect(try other.run("export").output == exported)
  }

  @Test func `a bad line is reported with its number and costs only itself`() throws {
    let file = try program.write(
      "{\"title\":\"a\"}\n\nnonsense\n{\"title\":\"b\"}\n", to: "lines.jsonl")
    try program.run("import", file, ending: 1, printing: "2\n", saying: "line 3")
  }

  @Test func `a bad line in the history of another program is reported, too`() throws {
    let line = #"{"id":"m1","time":1,"event":"message","topic":"t","message":"x"}"#
    try program.run(
      "import", "--from", "ntfy", input: "bad\n\(line)\n", ending: 1, printing: "1\n",
      saying: "record 1, line 1: ")
    let own = #"[{"app-name":"Bellboard","summary":"Own","id":1}]"#
    #expect(try program.run("import", "--from", "mako", input: own).output == "0\n")
  }

  @Test func `a value that was not taken is noted with its line`() throws {
    let line = #"{"title":"a","status":"raed","snoozed_for":"hear"}"#
    try program.run(
      "import", "-", input: "\n\(line)\n", ending: 0, printing: "1\n",
      saying: #"note: unknown status "raed" was taken as unread (record 1, line 2)"#,
      #"note: unknown snoozed_for "hear" was taken as no snooze; it takes"#)
  }

  @Test func `a record that is not stored is reported with its line`() throws {
    try program.run(
      "import", "-", input: "{\"title\":\"a\"}\n\n{\"id\":\"none\",\"tags\":[\"t\"]}\n", ending: 1,
      printing: "1\n", saying: "record 2, line 3: nothing stored: ")
  }

  @Test func `a known message keeps its status unless told otherwise`() throws {
    try program.run("push", "a", "--id", "a", "--source", "s")
    let exported = try program.run("export").output
    try program.run("read", "a")
    try program.run("import", "-", input: exported)
    #expect(try program.run("count").output == "0\n")
    try program.run("import", "--replace", "-", input: exported)
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `an import that stores nothing makes no inbox`() throws {
    try program.configure("maximum_notifications = 2\n")
    let lines = (1...3).map { "{\"id\":\"m\($0)\",\"title\":\"t\"}\n" }.joined()
    for (input, options) in [(lines, []), ("x", []), ("x", ["--from", "dunst"])] {
      let words = ["import", "--inbox", "new"] + options + ["-"]
      #expect(try program.run(words, input: Data(input.utf8)).status == 1)
      #expect(try program.run("count", "--inbox", "new").status == 1)
    }
    #expect(try program.run("import", "--inbox", "new", "--prune", "-", input: lines).status == 0)
    #expect(try program.run("count", "--inbox", "new").output == "2\n")
  }

  @Test func `going over the maximum is refused unless pruned`() throws {
    try program.configure("maximum_notifications = 2\n")
    let lines = (1...3).map { "{\"id\":\"m\($0)\",\"title\":\"t\"}\n" }.joined()
    try program.run("import", "-", input: lines, ending: 1, saying: "maximum_notifications")
    #expect(try program.run("count").output == "0\n")
    #expect(try program.run("import", "--prune", "-", input: lines).status == 0)
    #expect(try program.list("{id}").sorted() == ["m2", "m3"])
  }

  @Test(arguments: ["\"$B\" import lines", "\"$B\" import < lines", "cat lines | \"$B\" import"])
  func `an import over the maximum stores nothing, not even first batches`(line: String) throws {
    try program.configure("maximum_notifications = 6000\n")
    try program.run("push", "old", "--id", "m1", "--source", "import")
    let lines = (1...7_000).map { "{\"id\":\"m\($0)\",\"title\":\"t\"}\n" }.joined()
    try program.write(lines, to: "lines")
    try program.shell(
      "cd \"$BELLBOARD_HOME\" && " + line, ending: 1, printing: "0\n",
      saying: "that would make 7000 messages", "--prune")
    #expect(try program.run("count").output == "1\n")
    try program.shell(
      "cd \"$BELLBOARD_HOME\" && " + line + " --prune", ending: 0, printing: "7000\n")
    #expect(try program.run("count").output == "6000\n")
  }

  @Test func `an import that only changes messages is no matter of the maximum`() throws {
    try program.configure("maximum_notifications = 4\n")
    for index in 1...4 { try program.run("push", "m\(index)") }
    let exported = try program.run("export").output
    #expect(try program.run("import", "--replace", "-", input: exported).output == "4\n")
  }

  @Test(arguments: [
    ["--source", "/ci//nightly/"], ["--glyph", "ok"], ["--category", "", "--tag", ""],
    ["--action", "A=https://a?b=c"], ["--action", String(repeating: "long ", count: 99)],
    ["--custom", "null"], ["--id", String(repeating: "x", count: 256)],
  ])
  func `what flags made is the same after an import`(flags: [String]) throws {
    try program.run(["push", "T"] + flags)
    let exported = try program.run("export").output
    let other = Program()
    #expect(try other.run("import", "-", input: exported).status == 0)
    #expect(try other.run("export").output == exported)
  }

  @Test func `a text of control characters comes back whole`() throws {
    let body = String(repeating: "\u{7f}", count: 262_000)
    try program.run(["push", "T", "-"], input: Data(body.utf8))
    let exported = try program.run("export").output
    let other = Program()
    #expect(try other.run("import", "-", input: exported).output == "1\n")
    #expect(try other.run("export").output == exported)
  }

  @Test func `a missing file is reported`() throws {
    try program.run(
      "import", "/nonexistent/file.jsonl", ending: 1, saying: "/nonexistent/file.jsonl")
  }
}
