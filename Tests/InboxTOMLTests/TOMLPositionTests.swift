import InboxTOML
import Testing

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
