import InboxTOML
import Testing

@Suite struct TOMLErrorTests {
  /// Reads a text with two known keys and says what is wrong.
  private func messages(_ text: String) -> [String] {
    TOMLTable(Sample.rows).messages(text)
  }

  @Test func `a good file has no error`() {
    #expect(messages("color = 'auto'\n[section]\ncount = 9\n[names]\nany.thing = 1") == [])
  }

  @Test func `an unknown key is reported with its position and the nearest known one`() {
    #expect(
      messages("\ncolour = 'auto'\n[section]\n  cuont = 1\nzebra = 2") == [
        "f.toml:2:1: unknown key colour; did you mean 'color'?",
        "f.toml:4:3: unknown key section.cuont; did you mean 'count'?",
        "f.toml:5:1: unknown key section.zebra",
      ])
  }

  @Test func `a key of another program is reported with the one of this meaning`() {
    #expect(
      messages("colours = 'auto'\ncolors = 'auto'\nCOLOR = 'auto'") == [
        "f.toml:1:1: unknown key colours; did you mean 'color'?",
        "f.toml:2:1: unknown key colors; did you mean 'color'?",
        "f.toml:3:1: unknown key COLOR; did you mean 'color'?",
      ])
  }

  @Test func `a wrong type is reported with what was expected`() {
    #expect(
      messages("color = 3\nsection.count = 'x'") == [
        "f.toml:1:9: color is an integer, expected a string",
        "f.toml:2:17: section.count is a string, expected an integer from 0 to 9",
      ])
    #expect(messages("section = 1") == ["f.toml:1:11: section is an integer, expected a table"])
  }

  @Test func `a bad value is reported with what was expected`() {
    #expect(
      messages("color = 'alway'\n[section]\ncount = 10") == [
        "f.toml:1:9: color is \"alway\", expected one of auto, always, never; "
          + "did you mean 'always'?",
        "f.toml:3:9: section.count is 10, expected an integer from 0 to 9",
      ])
  }

  @Test func `syntax errors and wrong values are reported together, in the order of the text`() {
    #expect(
      messages("color = 3\nsection.count 4\ncolour = 1") == [
        "f.toml:1:9: color is an integer, expected a string",
        "f.toml:2:15: syntax error: expected '=' after the key",
        "f.toml:3:1: unknown key colour; did you mean 'color'?",
      ])
  }

  @Test(arguments: ["plain", "", "a \"b\" \\ \n\t\u{1b} é 🎉", "d.ot"])
  func `written keys and strings read back`(text: String) {
    let document = TOMLDocument("\(TOMLText.key(text)) = \(TOMLText.string(text))")
    #expect(document.value(at: TOMLPath().appending(key: text)) == .string(text))
  }
}

/// What a file of two settings is read into.
private struct Sample: TOMLRoot {
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  var color = Color.auto
  var count = 3

  static let rows: [TOMLRow<Sample>] = [
    .choice("color", \.color, "when colors are used"),
    .integer("section.count", \.count, in: 0...9, "how many"),
    TOMLRow("names", type: "names", subkeys: .any, "names of the user's own") { _, _, _ in },
  ]
}

extension TOMLTable {
  fileprivate func messages(_ text: String) -> [String] {
    var reader = TOMLReader(TOMLDocument(text, file: "f.toml"))
    var root = Root()
    read(&reader, into: &root)
    return reader.errors.map(\.description)
  }
}

@Suite struct TOMLTableTests {
  /// What a file is read into that holds the sample as a part.
  private struct Outer: TOMLRoot {
    var sample = Sample()
  }

  @Test func `rows take type and default from the value that they are for`() {
    #expect(
      Sample.rows.prefix(2).map(\.commented) == [
        "# When colors are used. Takes: auto, always, never.\n# color = \"auto\"\n",
        "# How many. Takes: integer.\n# count = 3\n",
      ])
  }

  @Test func `a template has top-level settings first, then each table below its header`() {
    let rows = [Sample.rows[1], Sample.rows[0]]
    #expect(
      TOMLRow.template(of: rows)
        == "\(rows[1].commented)\n# [section]\n\n\(rows[0].commented)\n")
  }

  @Test func `lifted rows read into the part that they are lifted to`() {
    let table = TOMLTable(Sample.rows.map { $0.lifted(to: \Outer.sample) })
    var reader = TOMLReader(TOMLDocument("color = 'never'\n[section]\ncount = 7"))
    var outer = Outer()
    table.read(&reader, into: &outer)
    #expect(outer.sample.color == .never && outer.sample.count == 7)
    #expect(reader.errors == [])
    #expect(table.rows.map(\.commented) == Sample.rows.map(\.commented))
  }

  @Test func `of very many unknown keys the first are told, and how many more there are`() {
    let text = (0..<50_000).map { "key\($0) = 1\n" }.joined()
    let messages = TOMLTable(Sample.rows).messages(text)
    #expect(messages.count == 21)
    #expect(messages.first == "f.toml:1:1: unknown key key0")
    #expect(messages.last == "f.toml:21:1: 49980 more unknown keys begin here")
  }

  @Test func `a table of a part of a file judges no other keys`() {
    #expect(TOMLTable(Sample.rows, isWhole: false).messages("other = 1\ncolor = 3").count == 1)
  }
}

@Suite struct TOMLPositionTests {
  static let sections = """
    title = "t"
    long = \"\"\"
    fake = 1
    [not.a.header]
    \"\"\"
    raw = '''
    [also.not]'''

    [one]
    inline = { x = 1, y.z = "}", deep = { w = [1, 2] } }
    list = [
      "a",  # ]
      "b]",
      { k = 1 },
    ]
    "d.ot" = 2

    [one.two]
    k = 3

    [[many]]
    n = 1
    [[many]]
    n = 2
    [many.sub]
    m = 3
    """

  /// The lines and columns of the key and of the value at a path.
  private func positions(_ path: TOMLPath) -> [Int] {
    let document = TOMLDocument(Self.sections)
    let (key, value) = (document.keyPosition(of: path), document.position(of: path))
    return [key.line, key.column, value.line, value.column]
  }

  @Test(arguments: [
    ("title", [1, 1, 1, 9]), ("long", [2, 1, 2, 8]), ("raw", [6, 1, 6, 7]), ("one", [9, 2, 9, 2]),
    ("one.inline", [10, 1, 10, 10]), ("one.inline.x", [10, 12, 10, 16]),
    ("one.inline.y.z", [10, 21, 10, 25]), ("one.inline.deep.w", [10, 39, 10, 43]),
    ("one.list", [11, 1, 11, 8]), ("one.two", [18, 6, 18, 6]), ("one.two.k", [19, 1, 19, 5]),
    ("many", [21, 3, 21, 3]),
  ])
  func `each key and each value knows where it begins`(path: String, expected: [Int]) {
    #expect(positions(TOMLPath(path)) == expected)
  }

  @Test func `elements of arrays know where they begin`() {
    let list: TOMLPath = "one.list"
    #expect((0..<3).map { positions(list.appending(index: $0))[2] } == [12, 13, 14])
    #expect(positions(list.appending(index: 2).appending(key: "k")) == [14, 5, 14, 9])
    let many: TOMLPath = "many"
    #expect((0..<2).map { positions(many.appending(index: $0))[2] } == [21, 23])
    let second = many.appending(index: 1)
    #expect(positions(second.appending(key: "n"))[2] == 24)
    #expect(positions(second.appending(key: "sub").appending(key: "m"))[2] == 26)
  }

  @Test func `a key with a dot in it is one key`() {
    let document = TOMLDocument(Self.sections)
    let path = TOMLPath("one").appending(key: "d.ot")
    #expect(document.position(of: path).line == 16)
    #expect(document.value(at: path) == .integer(2))
  }

  @Test func `what is absent has the position of its holder`() {
    let document = TOMLDocument("\n[a]\nb = 1")
    #expect(document.position(of: "a.b.c.d") == TOMLPosition(line: 3, column: 5))
    #expect(document.position(of: "a.x") == TOMLPosition(line: 2, column: 2))
  }

  @Test func `columns count characters, and a mark of byte order counts for none`() {
    let document = TOMLDocument("\u{feff}\"é🎉\" = 1\r\n\tb = 'ö' # ü\r\nc = { \"ß\" = 2, d = 3 }")
    #expect(document.position(of: TOMLPath([.key("é🎉")])) == TOMLPosition(line: 1, column: 8))
    #expect(document.keyPosition(of: "b") == TOMLPosition(line: 2, column: 2))
    #expect(document.keyPosition(of: "c.d") == TOMLPosition(line: 3, column: 16))
  }

  @Test func `keys are listed in the order of the text`() {
    let document = TOMLDocument("z = 1\na.b = 2\n[t]\n[m]\ny = 1\nb = 2\n'a' = 3")
    #expect(document.keys(of: TOMLPath()) == ["z", "a", "t", "m"])
    #expect(document.keys(of: "m") == ["y", "b", "a"])
    #expect(document.keys(of: "z") == [])
  }

  @Test(arguments: 0..<60)
  func `every key of a generated document has the line it was written on`(seed: Int) {
    var writer = DocumentWriter(seed: UInt64(seed))
    writer.write(tables: 6)
    let document = TOMLDocument(writer.text)
    #expect(document.syntaxErrors == [])
    for (path, line) in writer.lines {
      #expect(document.value(at: path) != nil, "\(path)")
      #expect(document.position(of: path).line == line, "\(path) in\n\(writer.text)")
    }
  }
}
