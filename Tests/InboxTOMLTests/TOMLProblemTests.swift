import InboxTOML
import Testing

@Suite struct TOMLProblemTests {
  /// Reads a text with two known keys and says what is wrong.
  private func problems(_ text: String) throws -> [String] {
    var reader = TOMLReader(try TOMLDocument(parsing: text))
    reader.reportUnknownKeys(TOMLShape(values: ["color", "section.count"], open: ["names"]))
    _ = reader.choice(at: "color", from: ["auto", "always", "never"])
    _ = reader.integer(at: "section.count", in: 0...9)
    return reader.problems.map { $0.description(in: "f.toml") }
  }

  @Test func `a good file has no problem`() throws {
    #expect(try problems("color = 'auto'\n[section]\ncount = 9\n[names]\nany.thing = 1") == [])
  }

  @Test func `an unknown key is reported with its line and the nearest known one`() throws {
    #expect(
      try problems("\ncolour = 'auto'\n[section]\ncuont = 1\nzebra = 2") == [
        "f.toml:2: unknown key colour; did you mean 'color'?",
        "f.toml:4: unknown key section.cuont; did you mean 'count'?",
        "f.toml:5: unknown key section.zebra",
      ])
  }

  @Test func `a wrong type is reported with what was expected`() throws {
    #expect(
      try problems("color = 3\nsection.count = 'x'") == [
        "f.toml:1: color is an integer, expected a string",
        "f.toml:2: section.count is a string, expected an integer from 0 to 9",
      ])
    #expect(
      try problems("section = 1") == ["f.toml:1: section is an integer, expected a table"])
  }

  @Test func `a bad value is reported with what was expected`() throws {
    #expect(
      try problems("color = 'alway'\n[section]\ncount = 10") == [
        "f.toml:1: color is \"alway\", expected one of auto, always, never; did you mean 'always'?",
        "f.toml:3: section.count is \"10\", expected an integer from 0 to 9",
      ])
  }

  @Test(arguments: [("a = 1\nb = \n", 2), ("a = 1\n\na = 2", 3), ("x = \"open", 1), ("a\u{0}", 1)])
  func `a syntax error is reported with its line`(text: String, line: Int) {
    #expect {
      _ = try TOMLDocument(parsing: text)
    } throws: { error in
      guard let problem = error as? TOMLError, case .syntax = problem.kind else { return false }
      return problem.line == line && problem.description(in: "f").hasPrefix("f:\(line): syntax")
    }
  }

  @Test(arguments: [
    ("a = 1\na = 2", "'a' is there a second time; keep one of them"),
    ("[a]\n[a]", "'a' is there a second time; keep one of them"),
    ("a =\n", "a value is missing behind the '='"), ("a 1", "an '=' is missing behind the key"),
    ("a = b c", "this is no value; a text needs quotes around it"),
    ("a = 1 2", "something stands behind the value that is no comment"),
    ("a = \"x\nb = 1", "a quote is not closed on its line"),
    ("?", "a key, a [table] or a # comment goes here"),
    ("a = \"\"\"x", "a string has no end"), ("a = [1", "an array has no end"),
    ("[a\n", "expected ']', saw the end of the line"),
  ])
  func `a syntax error is told in plain words`(text: String, words: String) {
    #expect(TOMLMending(text).problems.first?.kind == .syntax(words))
  }

  @Test(arguments: [
    ("a = 1\na = 2\nb =\nc = 3\nd 4\n", ["2", "3", "5"], true),
    ("a =\r\nb = 1\r\nc\r\n", ["1", "3"], true),
    ("a =\n[b\nc = 1\nd =\n", ["1", "2", "2 rest"], false),
    ("a = [1\nb = 2\nc =\n", ["2", "2 rest"], false), ("a = 1\n", [], true),
    ("a =\n[b\n", ["1", "2"], false), ("a =\nb = \"\"\"c\nd =\n", ["1", "3"], false),
    ("a = {\nb = 2 }\n", ["1", "1 rest"], false),
  ])
  func `each line that is wrong is told, as far as the rest can be read`(
    text: String, lines: [String], isRead: Bool
  ) {
    let mending = TOMLMending(text)
    let found = mending.problems.map { problem in
      "\(problem.line ?? 0)" + (problem.kind == .restUnread ? " rest" : "")
    }
    #expect(found == lines)
    #expect((mending.document != nil) == isRead)
  }

  @Test func `a file of another kind is given up`() {
    let text = String(repeating: "this is prose\n", count: 50)
    let problems = TOMLMending(text).problems
    #expect(problems.count == 21 && problems.last?.kind == .restUnread)
  }

  @Test(arguments: [
    ("a = 1\n\nb = \"x\\u0000y\"", 3), (#"a = "\U00000000""#, 1), (#""k\u0000" = 1"#, 1),
    (#"a = [1, {b = "\n\u0000"}]"#, 1), ("a = \"\"\"\n\n\\u0000\"\"\"", 3),
  ])
  func `a NUL that is written as an escape is refused at its line`(text: String, line: Int) {
    #expect(
      throws: TOMLError(
        line: line, kind: .syntax("a NUL character cannot stand in a text file"))
    ) {
      _ = try TOMLDocument(parsing: text)
    }
  }

  @Test(arguments: [
    #"a = '\u0000'"#, #"a = 1 # "\u0000""#, #"a = "\\u0000""#, #"a = "\u0001""#,
  ])
  func `what only looks like a NUL is taken`(text: String) throws {
    #expect(try TOMLDocument(parsing: text).node(at: "a") != nil)
  }

  @Test(arguments: ["plain", "", "a \"b\" \\ \n\t\u{1b} é 🎉", "d.ot"])
  func `written keys and strings read back`(text: String) throws {
    let document = try TOMLDocument(
      parsing: "\(TOMLText.key(text)) = \(TOMLText.string(text))")
    #expect(document.node(at: TOMLPath().appending(key: text)) == .string(text))
  }
}
