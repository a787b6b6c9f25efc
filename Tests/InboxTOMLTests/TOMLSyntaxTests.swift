import InboxTOML
import Testing

@Suite struct TOMLSyntaxTests {
  /// The syntax errors of a text as `line:column words`.
  private func errors(_ text: String) -> [String] {
    TOMLDocument(text, file: "f").syntaxErrors.map { error in
      let position = error.position.map { "\($0.line):\($0.column) " } ?? ""
      return position + error.message.replacing("syntax error: ", with: "")
    }
  }

  @Test(arguments: [
    ("a = 1\n\na = 2", "3:1 'a' is defined twice, first on line 1; keep one of them"),
    ("x = 1\n[a]\n[a]", "3:2 'a' is defined twice, first on line 2; keep one of them"),
    ("[[a]]\n[[a]]\n[a]", "3:2 'a' is defined twice, first on line 1; keep one of them"),
    ("a = 1\n[a]", "2:2 'a' is defined twice, first on line 1; keep one of them"),
    (
      "x = 1\na.c = 2\na.b = 1\n\n[a]\nd = 1\n",
      "5:2 'a' is defined twice: line 2 sets 'a.c'; move it into the table, or write the table's "
        + "keys as a.KEY = …"
    ),
    (
      "a.b.c = 1\n[a.b]",
      "2:2 'a.b' is defined twice: line 1 sets 'a.b.c'; move it into the table, or write the "
        + "table's keys as a.b.KEY = …"
    ),
    ("a = 1\na.b = 2", "2:3 'a' is a value and cannot have keys of its own"),
    ("a = {b = 1}\n[a.c]", "2:2 'a' is an inline table; add the key inside its braces"),
    ("a =\n", "1:4 expected a value"), ("a 1", "1:3 expected '=' after the key"),
    ("a = b c", "1:5 not a value; text needs quotes"),
    ("a = 1 2", "1:7 unexpected text after the value; comments begin with #"),
    ("[a] b", "1:5 unexpected text after the [table]; comments begin with #"),
    ("a = \"x\nb = 1", "1:5 quote not closed on its line"),
    ("?", "1:1 expected a key, a [table] or a # comment"),
    ("[]", "1:2 expected the name of a key or a table"),
    ("a = \"\"\"x", "1:5 string not closed"), ("a = [1", "1:5 array not closed"),
    ("a = [1 2]", "1:8 expected ',' or ']' in the array"),
    ("a = {b = 1", "1:5 inline table not closed"),
    ("a = {b = 1 c = 2}", "1:12 expected ',' or '}' in the inline table"),
    ("a = {b = 1\nc = 2", "1:5 inline table not closed"),
    ("a = {b = 1,, c = 2}", "1:12 expected the name of a key or a table"),
    ("[a\n", "1:3 expected ']' after the name of the table"),
    ("a = 1979-02-29", "1:5 no such date or time"),
    ("a = 010", "1:5 a number must not begin with 0"),
    ("a = 1__0", "1:5 neither a number nor a date; text needs quotes"),
    ("a = 9223372036854775808", "1:5 a number must fit into 64 bits"),
    (#"a = "\q""#, #"1:6 unknown escape; write a backslash as '\\'"#),
    (#"a = "\uD800""#, "1:6 there is no character with this number"),
    ("a = 1 # \u{7}", "1:9 control characters must be written as escapes"),
    ("\"\"\"a\"\"\" = 1", "1:1 a key takes one quote on each side, not three"),
    ("a\u{0}", "1:2 NUL is not allowed, not even as an escape"),
  ])
  func `a syntax error has plain words and its position`(text: String, words: String) {
    #expect(errors(text).first == words)
  }

  @Test(arguments: [
    ("a = 1\na = 2\nb =\nc = 3\nd 4\n", ["2", "3", "5"]), ("a =\r\nb = 1\r\nc\r\n", ["1", "3"]),
    ("a =\n[b\nc = 1\nd =\n", ["1", "2", "2 rest"]), ("a = [1\nb = 2\nc =\n", ["2", "2 rest"]),
    ("a = 1\n", []), ("a =\n[b\n", ["1", "2"]), ("a =\nb = \"\"\"c\nd =\n", ["1", "2", "2 rest"]),
    ("a = {\nb = 2\nc = 3\n", ["1", "1 rest"]), ("a = 1\na = [\n1,\n]\nb =\n", ["2", "5"]),
  ])
  func `each line that is wrong is told, as far as the rest can be read`(
    text: String, lines: [String]
  ) {
    let found = TOMLDocument(text).syntaxErrors.map { error in
      "\(error.position?.line ?? 0)" + (error.kind == .restUnread ? " rest" : "")
    }
    #expect(found == lines)
  }

  @Test func `the lines around a mistake are read`() {
    let document = TOMLDocument("a = 1\nb 2\nc = 3")
    #expect(document.value(at: "a") == .integer(1) && document.value(at: "c") == .integer(3))
  }

  @Test func `a file of another kind is given up`() {
    let errors = TOMLDocument(String(repeating: "this is prose\n", count: 50)).syntaxErrors
    #expect(errors.count == 21 && errors.last?.kind == .restUnread)
  }

  @Test(arguments: [
    String(repeating: "a = 1\n", count: 50_000),
    "a = {" + String(repeating: "b = 1, ", count: 50_000) + "c = 1}",
  ])
  func `of very many mistakes of one kind the first are told`(text: String) {
    #expect((20...21).contains(TOMLDocument(text).syntaxErrors.count))
  }

  @Test(arguments: [
    ("a = 1\n\nb = \"x\\u0000y\"", 3), (#"a = "\U00000000""#, 1), (#""k\u0000" = 1"#, 1),
    (#"a = [1, {b = "\n\u0000"}]"#, 1), ("a = \"\"\"\n\n\\u0000\"\"\"", 3),
  ])
  func `a NUL that is written as an escape is refused at its line`(text: String, line: Int) {
    let error = TOMLDocument(text).syntaxErrors.first
    #expect(error?.kind == .syntax(.nul) && error?.position?.line == line)
  }

  @Test(arguments: [
    #"a = '\u0000'"#, #"a = 1 # "\u0000""#, #"a = "\\u0000""#, #"a = "\u0001""#,
  ])
  func `what only looks like a NUL is taken`(text: String) {
    #expect(errors(text) == [] && TOMLDocument(text).value(at: "a") != nil)
  }
}

/// The values of TOML 1.1, by its specification.
@Suite struct TOMLValueTests {
  @Test(
    arguments: [
      ("+99", .integer(99)), ("-0", .integer(0)), ("1_000", .integer(1000)),
      ("0xDead_beef", .integer(0xdead_beef)), ("0o755", .integer(0o755)), ("0b1101", .integer(13)),
      ("-9223372036854775808", .integer(.min)), ("+1.0", .float(1)), ("5e+22", .float(5e22)),
      ("6.626e-34", .float(6.626e-34)), ("224_617.445_991", .float(224_617.445991)),
      ("-inf", .float(-.infinity)), ("true", .boolean(true)),
      ("1979-05-27", .temporal("date", text: "1979-05-27")),
      ("07:32:00.5", .temporal("time", text: "07:32:00.5")),
      ("1979-05-27 07:32:00", .temporal("date with time", text: "1979-05-27 07:32:00")),
      ("1979-05-27T00:32:00-07:00", .temporal("date with time", text: "1979-05-27T00:32:00-07:00")),
      ("2024-02-29t07:32:00Z", .temporal("date with time", text: "2024-02-29t07:32:00Z")),
      ("07:32", .temporal("time", text: "07:32")),
      ("1979-05-27T07:32Z", .temporal("date with time", text: "1979-05-27T07:32Z")),
      ("1979-05-27 07:32-07:00", .temporal("date with time", text: "1979-05-27 07:32-07:00")),
      (#""\e[1m\x41\xe9""#, .string("\u{1B}[1mAé")), (#"'\e\x41'"#, .string(#"\e\x41"#)),
      ("'C:\\x'", .string("C:\\x")),
      ("'''a''''", .string("a'")), (#""a\tb\u00e9\U0001F600\"""#, .string("a\tbé😀\"")),
      ("\"\"\"\na\\\n   b\"\"\"", .string("ab")), ("\"\"\"\"a\"\"\"\"\"", .string("\"a\"\"")),
      ("\"\"\"a\r\nb\"\"\"", .string("a\nb")), ("\"\"", .string("")),
    ] as [(String, TOMLValue)])
  func `a value is what it says`(text: String, value: TOMLValue) {
    let document = TOMLDocument("a = \(text) # comment")
    #expect(document.syntaxErrors == [] && document.value(at: "a") == value)
  }

  @Test(arguments: [
    "0x", "0xg", "-0x1", "1.", ".1", "1.e1", "1e", "_1", "1_", "++1", "True", "in", "2020-1-01",
    "2020-13-01", "24:00:00", "07:60", "07:32.5", "07:32:60", "1979-05-27T07:32:00+24:00",
    "\"\\x4\"", "\"\\xg1\"", "\"\\x00\"",
    "'a\nb'", "\"\\\n\"", "[1,,2]", "[,]", "{a = 1,, b = 2}", "{a}", "1 = 2", "\"a\"b",
  ])
  func `what is no value is refused`(text: String) {
    #expect(TOMLDocument("a = \(text)").syntaxErrors.count >= 1)
  }

  @Test(arguments: [
    "[a.b]\n[a]\nc = 1", "[a]\nb.c = 1\n[a.b.d]", "[[a]]\n[a.b]\n[[a]]\n[a.b]", "a.b = 1\na.c = 2",
    "[a.b.c]\n[a]\nb.x = 1", "[[a.b]]\n[[a.b]]", "[ a . 'b' ]",
    "a = {\n  b = 1, # x\n  c = [\n2],\n}\nd = 3",
    "a = {b = 1, }", "a = {\n}", "a = { # x\r\n b.c = 1\r\n, b.d = 2 }",
    "a = [ # x\n1,\n\n2, # y\n]",
    "'' = 1", "1.2 = 3", "a = [[1], ['x', {b = 2}]]", "a = {}", "\u{feff}a = 1", "",
  ])
  func `what may be defined is`(text: String) {
    #expect(TOMLDocument(text).syntaxErrors == [])
  }

  @Test(arguments: [
    "[a]\nb = 1\n[a.b]", "a = 1\n[a]", "[a.b]\n[a]\nb.c = 1", "[[a]]\n[a]", "[a]\n[[a]]",
    "a = []\n[[a]]", "a = [{}]\n[a.b]", "a = {}\na.b = 1", "a = {b.c = 1}\na.b.d = 1",
    "a.b = 1\na.b.c = 2", "a = {b = 1, b = 2}", "[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "a.b = 1\n[a.b]",
  ])
  func `what is defined once cannot be defined again`(text: String) {
    #expect(TOMLDocument(text).syntaxErrors.count == 1)
  }

  @Test(arguments: [
    "a = " + String(repeating: "[", count: 100_000),
    "a = " + String(repeating: "{a = ", count: 100_000),
    String(repeating: "a.", count: 100_000) + "a = 1",
    "[" + String(repeating: "a.", count: 100_000) + "a]",
  ])
  func `what lies too deep within each other is refused`(text: String) {
    #expect(TOMLDocument(text).syntaxErrors.first?.kind == .syntax(.tooDeep))
  }

  @Test(arguments: 0..<20)
  func `no text does more than be refused`(seed: Int) {
    var random = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    let text = Array(TOMLPositionTests.sections.utf8)
    for end in text.indices { _ = TOMLDocument(String(decoding: text[..<end], as: UTF8.self)) }
    for _ in 0..<200 {
      var bytes = text
      for _ in 0...next(4) { bytes[next(bytes.count)] = UInt8(next(256)) }
      let document = TOMLDocument(String(decoding: bytes, as: UTF8.self))
      #expect(document.syntaxErrors.count <= 21)
    }
  }
}

@Suite struct TOMLKeyTests {
  @Test func `keys that differ in normalisation alone are two keys`() {
    let document = TOMLDocument("\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n")
    #expect(document.syntaxErrors == [])
    guard case .table(let entries) = document.root.value else {
      Issue.record("no table")
      return
    }
    #expect(entries.values.map(\.value).sorted { "\($0)" < "\($1)" } == [.integer(1), .integer(2)])
  }

  @Test(arguments: [
    "\"\u{E9}\" = 1\n\"\u{E9}\" = 2", "\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n\"e\u{301}\" = 3",
    "[\"\u{E9}\"]\n[\"e\u{301}\"]\n[\"e\u{301}\"]",
  ])
  func `the same code units are the same key`(text: String) {
    #expect(TOMLDocument(text).syntaxErrors.count == 1)
  }
}
