import Foundation
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

  /// Those with a backslash or a control character, which no file of samples has.
  private static let odd = [
    [#"a = "\q""#, #"1:6 unknown escape; write a backslash as '\\'"#],
    [#"a = "\uD800""#, "1:6 there is no character with this number"],
    ["a = 1 # \u{7}", "1:9 control characters must be written as escapes"],
    ["a\u{0}", "1:2 NUL is not allowed, not even as an escape"],
  ]

  @Test(arguments: rows(of: "syntax-errors") + odd)
  func `a syntax error has plain words and its position`(_ row: [String]) {
    #expect(errors(row[0]).first == row[1])
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

/// Writes documents by chance and remembers on which line each key went.
struct DocumentWriter {
  private(set) var text = ""
  private(set) var lines: [TOMLPath: Int] = [:]
  private var line = 1
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
  }

  /// Some tables, each with some pairs of every sort.
  mutating func write(tables: Int) {
    for table in 0..<tables {
      let path = TOMLPath().appending(key: key("t\(table)"))
      add(noise())
      lines[path] = line
      add("[\(path)]\(noise().isEmpty ? "" : " # [c]")\n")
      for pair in 0..<chance(6) { write(pair: pair, in: path) }
    }
  }

  private mutating func write(pair: Int, in table: TOMLPath) {
    add(noise())
    let name = key("k\(pair)")
    let path = table.appending(key: name)
    lines[path] = line
    add("\(TOMLText.key(name)) = ")
    switch chance(6) {
    case 0: add("\"a # b ] } \\\" [x]\"")
    case 1: add("\"\"\"\n[x]\n\"two\" = 2\n\"\"\"")
    case 2: add("'''\nk = 1\\'''")
    case 3: list(at: path)
    case 4:
      lines[path.appending(key: "in.ner")] = line
      add("{ \"in.ner\" = [1, 2], b.c = '}' }")
      lines[path.appending(key: "b").appending(key: "c")] = line
    default: add("1979-05-27 07:32:00 # time")
    }
    add("\n")
  }

  private mutating func list(at path: TOMLPath) {
    add("[")
    for index in 0..<chance(4) {
      if chance(2) == 0 { add("\n  # ] comment\n  ") }
      lines[path.appending(index: index)] = line
      add("\"v,]\",")
    }
    add("]")
  }

  private mutating func key(_ name: String) -> String {
    [name, name + ".x", name + " é", "\"" + name][chance(4)]
  }

  private mutating func noise() -> String {
    ["", "\n", "# [note]\n", "  \t\n"][chance(4)]
  }

  private mutating func add(_ more: String) {
    text += more
    line += more.count { $0 == "\n" }
  }

  private mutating func chance(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}

/// The rows of a file of `Samples`: its cells stand between arrows, with `\n` for a line's end.
func rows(of name: String) -> [[String]] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
  guard let text = try? String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8)
  else { preconditionFailure("no \(name).txt in \(folder.path)") }
  return text.split(separator: "\n").filter { !$0.hasPrefix("// ") }
    .map { $0.replacing("\\n", with: "\n").components(separatedBy: " => ") }
}
