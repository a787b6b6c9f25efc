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
        "f.toml:2: unknown key colour; did you mean color?",
        "f.toml:4: unknown key section.cuont; did you mean count?",
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
        "f.toml:1: color is \"alway\", expected one of auto, always, never; did you mean always?",
        "f.toml:3: section.count is \"10\", expected an integer from 0 to 9",
      ])
  }

  @Test(arguments: [("a = 1\nb = \n", 2), ("a = 1\n\na = 2", 3), ("x = \"open", 1), ("a\u{0}", 1)])
  func `a syntax error is reported with its line`(text: String, line: Int) {
    #expect {
      _ = try TOMLDocument(parsing: text)
    } throws: { error in
      guard let problem = error as? TOMLProblem, case .syntax = problem.kind else { return false }
      return problem.line == line && problem.description(in: "f").hasPrefix("f:\(line): syntax")
    }
  }

  @Test(arguments: [
    ("a = 1\n\nb = \"x\\u0000y\"", 3), (#"a = "\U00000000""#, 1), (#""k\u0000" = 1"#, 1),
    (#"a = [1, {b = "\n\u0000"}]"#, 1), ("a = \"\"\"\n\n\\u0000\"\"\"", 3),
  ])
  func `a NUL that is written as an escape is refused at its line`(text: String, line: Int) {
    #expect(
      throws: TOMLProblem(
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
