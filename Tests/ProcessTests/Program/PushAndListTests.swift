import Foundation
import InboxText
import Testing

@Suite("push, list, show, count") struct PushAndListTests {
  let program = Program()

  @Test func `a single '-' takes title and body from standard input, without colours`() throws {
    try program.run("push", "-", input: "hi\n")
    try program.run(
      "push", "-", input: "\n\u{1B}[1mBackup\u{1B}[0m\n10 %\r100 %\n\u{1B}[31mdone\u{1B}[m\n")
    try program.run("push", "T", "-", input: "\u{1B}[32mok\u{1B}[0m\r\nnext\r\n")
    let list = try program.run("list", "--sort", "oldest", "--jsonl").lines
    let texts = try list.map { line in
      let json = try JSONValue(json: line)
      return [json.value(at: "/title"), json.value(at: "/body")]
    }
    #expect(texts == [["hi", nil], ["Backup", "100 %\ndone"], ["T", "ok\nnext"]])
    try program.run("push", "-", input: " \n", ending: 1, saying: "could be a title")
  }

  @Test func `of several filters all hold`() throws {
    for (title, source) in [("a", "x"), ("b", "x"), ("a", "y")] {
      try program.run("push", title, "--source", source, "--id", title)
    }
    #expect(try program.run("count", "-f", "source:x", "-f", "a").output == "1\n")
    #expect(try program.run("count", "-f", "source:x", "--filter", "source:y").output == "0\n")
    try program.run("delete", "-f", "source:x", "-f", "is:unread", "-f", "a", printing: "1\n")
    let list = try program.run("list", "-f", "is:deleted", "-f", "source:x OR source:y")
    #expect(list.lines.count == 1)
    let wrong = try program.run("list", "-f", "a", "-f", "is:odd", saying: "filter, character 4")
    #expect(wrong.status != 0, "\(wrong.errors)")
  }

  @Test func `a filter that finds nothing says what was meant, on standard error`() throws {
    try program.run("push", "a", "--source", "cron/backup")
    for command in ["list", "count", "delete"] {
      let known: Int32 = command == "delete" ? 3 : 0
      try program.run(
        command, "--filter", "pinned", ending: known,
        errors: "bellboard: 0 messages · did you mean is:pinned?\n")
      let source = try program.run(command, "-f", "is:unread", "-f", "source:crn", ending: known)
      #expect(source.errors == "bellboard: 0 messages · did you mean source:cron?\n")
      try program.run(
        command, "-f", "cron", errors: "bellboard: 0 messages · did you mean source:cron?\n")
      #expect(try program.run(command, "-f", "nothing").errors.isEmpty)
    }
    try program.run("done", "@1")
    let done = try program.run("list", "-f", "source:cron")
    #expect(done.errors == "bellboard: 0 messages · all that it matches is done; add is:done\n")
  }

  @Test func `push prints the id and list shows the message`() throws {
    try program.run(
      "push", "Backup finished", "42 GB copied", "--id", "b1", ending: 0, printing: "b1\n")
    try program.run(
      "list", "--format", "{number} {id} {source} {status} {title}: {body}",
      printing: "1 b1 cli unread Backup finished: 42 GB copied\n")
  }

  @Test func `a new id is time-ordered`() throws {
    let first = try program.run("push", "one").output
    let second = try program.run("push", "two").output
    #expect(first.count == 37 && second.count == 37)
    #expect(first < second || first.prefix(13) == second.prefix(13))
  }

  @Test func `every flag reaches its field`() throws {
    try program.run(
      "push", "Title", "Body", "--id", "x", "--subtitle", "Sub", "--source", "ci/main",
      "--category", "build", "--category", "night", "--thread", "t1", "--tag", "a", "--tag", "b",
      "--priority", "high", "--glyph", "✔", "--url", "https://example.org/1",
      "--action", "Retry=https://example.org/retry", "--attach", "https://example.org/log.txt",
      "--sound", "default", "--expires-at", "2999-01-01T00:00:00Z", "--custom", "{\"k\":[1,2]}",
      "--conversion-tag", "c", "--silent")
    let json = try program.run("list", "--jsonl").output
    for piece in [
      "\"v\":1", "\"id\":\"x\"", "\"source\":\"ci/main\"", "\"title\":\"Title\"",
      "\"subtitle\":\"Sub\"", "\"body\":\"Body\"", "\"categories\":[\"build\",\"night\"]",
      "\"thread\":\"t1\"", "\"tags\":[\"a\",\"b\"]", "\"priority\":4", "\"glyph\":\"✔\"",
      "\"url\":\"https://example.org/1\"", "\"label\":\"Retry\"", "\"sound\":\"default\"",
      "\"expires_at\":\"2999-01-01T00:00:00Z\"", "\"custom\":{\"k\":[1,2]}",
      "\"conversion_tags\":[\"c\"]", "\"delivery\":\"inbox\"", "\"status\":\"unread\"",
    ] { #expect(json.contains(piece), "\(piece) in \(json)") }
  }

  @Test func `a body of a dash is read from standard input`() throws {
    try program.run("push", "log", "-", input: "line one\nline two\n")
    #expect(try program.run("list", "--json").output.contains("\"body\":\"line one\\nline two\""))
  }

  @Test(arguments: [
    ["--id", ""], ["--id", String(repeating: "x", count: 257)], ["--source", ""],
    ["--source", "//"], ["--url", ""], ["--attach", ""], ["--action", ""],
    ["--action", "=https://example.org"], ["--custom", String(repeating: "[", count: 90)],
    ["--custom", String(repeating: "[", count: 90) + String(repeating: "]", count: 90)],
  ])
  func `a flag that no message can have is wrong usage`(_ flags: [String]) throws {
    let run = try program.run(["push", "T"] + flags, ending: 64)
    #expect(!run.errors.isEmpty)
    #expect(try program.run("list").output.isEmpty)
  }

  @Test func `a body that is too long is reported and not stored`() throws {
    let body = Data(repeating: UInt8(ascii: "x"), count: 300_000)
    try program.run(["push", "T", "-"], input: body, ending: 1, saying: "262144")
    #expect(try program.run("list").output.isEmpty)
  }

  @Test func `a source is found by its path however it was written`() throws {
    try program.run("push", "T", "--source", "/ci/")
    #expect(try program.run("list", "-f", "source:ci", "--format", "{title}").output == "T\n")
  }

  @Test func `a bad record costs only itself`() throws {
    try program.run(
      "push", "--json", input: #"[{"id":"a","title":"A"},{"title":7},{"id":"c","title":"C"}]"#,
      ending: 1, printing: "a\nc\n", saying: "record 2, line 1:", "title")
  }

  @Test(arguments: ["", "{", "nonsense", "{\"title\":\"x\"", "[1]", "{}"])
  func `bad JSON is reported and fails`(_ input: String) throws {
    let run = try program.run("push", "--json", input: input, ending: 1)
    #expect(run.errors.hasPrefix("bellboard: "))
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `invalid UTF-8 is reported and fails`() throws {
    try program.run(
      ["push", "--json"], input: Data([0x7B, 0x22, 0xFF, 0x22, 0x7D]), ending: 1, saying: "UTF-8")
  }

  @Test func `rubbish is told of in twenty lines and a count`() throws {
    let input = String(repeating: "rubbish\n", count: 40) + #"{"id":"a","title":"A"}"#
    let run = try program.run("push", "--json", input: input, ending: 1, printing: "a\n")
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count == 21 && errors.last == "bellboard: … and 20 more")
  }

  @Test func `a body may be an option`() throws {
    try program.run("push", "Title", "--body", "-", input: "from standard input")
    #expect(try program.run("list", "--format", "{body}").output == "from standard input\n")
    #expect(try program.run("push", "Title", "one", "--body", "two").status == 64)
  }

  @Test(arguments: [
    ["--title", "T", "B"], ["-t", "T", "-m", "B"], ["T", "--message", "B"], ["B", "--title", "T"],
    ["T", "-m", "B"], ["--title=T", "--body=B"],
  ])
  func `title and body may be options, as of ntfy`(_ words: [String]) throws {
    #expect(try program.run(["push", "-p", "urgent"] + words).status == 0)
    #expect(try program.run("list", "--format", "{title}|{body}|{priority}").output == "T|B|5\n")
  }

  @Test(arguments: [
    ["--title", "T", "a", "b"], ["--title", "T", "a", "--message", "b"], ["a", "b", "-m", "c"],
  ])
  func `two titles or bodies are refused`(_ words: [String]) throws {
    try program.run(["push"] + words, ending: 64, saying: "not both")
  }

  @Test(arguments: [
    ["list", "source:ci", "is:unread"], ["list", "source:ci is:unread"],
    ["list", "-n", "9", "one"],
    ["list", "source:ci", "--filter", "one"], ["list", "-l", "1", "on"],
  ])
  func `filter words of a list need no option`(_ words: [String]) throws {
    try program.run("push", "one", "--source", "ci")
    try program.run("push", "two")
    try program.run(words + ["--format", "{title}"], printing: "one\n")
    #expect(try program.run("count", "source:ci").output == "1\n")
    #expect(try program.run("list", "is:unrad").errors.contains("filter, character 4"))
    #expect(try program.run("list", "one", "is:unrad").errors.contains("filter, character 8"))
  }

  @Test func `a push says when it removed unread messages`() throws {
    try program.configure("maximum_notifications = 2\n")
    try program.run("push", "m1")
    try program.run("read", "@1")
    try program.run("push", "m2")
    #expect(try program.run("push", "m3").errors == "", "a read one went")
    try program.run(
      "push", "m4", ending: 0, saying: "note: 1 unread message was removed",
      "maximum_notifications, which is 2")
    try program.run(
      "push", "--json", input: "{\"title\":\"a\"}{\"title\":\"b\"}",
      saying: "note: 2 unread messages were removed")
    let doctor = try program.run("doctor").output
    #expect(doctor.contains("warn  messages") && doctor.contains("3 of them unread"))
  }

  @Test func `an option is guessed only when it is near`() throws {
    #expect(try program.run("run", "--body", "x", "--", "true").errors.contains("mean") == false)
    #expect(try program.run("push", "x", "--subtitel", "y").errors.contains("'--subtitle'?"))
  }

  @Test func `a list tells what is hidden, and why`() throws {
    try program.run("push", "Asleep")
    try program.run("push", "To come", "--starts-at", "2h")
    try program.run("snooze", "@1", "--for", "1h")
    let filter = "is:snoozed is:scheduled"
    let run = try program.run("list", "--filter", filter)
    #expect(run.lines.map { $0.split(separator: "\t")[1] } == ["scheduled", "snoozed"])
  }

  @Test func `empty lists are no failure`() throws {
    try program.run("list", ending: 0, printing: "")
    #expect(try program.run("list", "--json").output == "[]\n")
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `a list that is piped is tab-separated`() throws {
    try program.run("push", "Title", "first\nsecond", "--source", "a/b")
    let fields = try program.run("list").lines.first?.split(separator: "\t").map(String.init)
    #expect(fields?.count == 6)
    #expect(fields?[0] == "@1")
    #expect(fields?[1] == "unread")
    #expect(Array(fields?.suffix(3) ?? []) == ["a/b", "Title", "first"])
  }

  @Test func `filter, limit and sort narrow and order`() throws {
    for (title, priority) in [("one", "1"), ("two", "5"), ("three", "3")] {
      try program.run("push", title, "--priority", priority, "--source", "s/\(title)")
    }
    let format = ["--format", "{title}"]
    #expect(try program.run(["list"] + format).lines == ["three", "two", "one"])
    #expect(
      try program.run(["list", "--sort", "oldest"] + format).lines == ["one", "two", "three"])
    #expect(
      try program.run(["list", "--sort", "priority"] + format).lines == ["two", "three", "one"])
    #expect(try program.run(["list", "--limit", "1"] + format).lines == ["three"])
    #expect(try program.run(["list", "--filter", "priority>=high"] + format).lines == ["two"])
    #expect(try program.run("count", "--filter", "source:s/* -two").output == "2\n")
  }

  @Test func `a bad filter says where and what was expected`() throws {
    try program.run(
      "list", "--filter", "is:unread is:unraed", ending: 64, saying: "unraed", "unread", "character"
    )
  }

  @Test func `a long title is kept whole`() throws {
    let title = String(repeating: "long ", count: 2_000)
    try program.run("push", title)
    #expect(try program.run("list", "--format", "{title}").output == title + "\n")
  }

  @Test func `show prints the whole message and leaves it unread`() throws {
    try program.run("push", "Title", "a\nb\nc", "--id", "m", "--tag", "x")
    let shown = try program.run("show", "m")
    #expect(shown.output.hasPrefix("Title\n"))
    #expect(shown.output.contains("\na\nb\nc\n"))
    #expect(try program.run("count").output == "1\n")
    try program.run("show", "nope", ending: 3, saying: "nope")
  }

  @Test func `a field that is misspelt is kept and reported`() throws {
    let run = try program.run(
      "push", "--json", input: #"{"title": "t", "titel": "x", "job": 7}"#, ending: 0)
    #expect(
      run.errors
        == "bellboard: note: unknown field 'titel' was kept in custom; did you mean 'title'? "
        + "(record 1, line 1)\n")
  }
}
