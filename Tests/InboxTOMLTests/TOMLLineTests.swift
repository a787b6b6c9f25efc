import InboxTOML
import Testing

@Suite struct TOMLLineTests {

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

  @Test(arguments: [
    ("title", 1), ("long", 2), ("raw", 6), ("one", 9), ("one.inline", 10), ("one.inline.x", 10),
    ("one.inline.y.z", 10), ("one.inline.deep.w", 10), ("one.list", 11), ("one.two", 18),
    ("one.two.k", 19), ("many", 21),
  ])
  func `each key knows its line`(path: String, line: Int) throws {
    let document = try TOMLDocument(parsing: Self.sections)
    #expect(document.line(of: TOMLPath(path)) == line)
  }

  @Test func `elements of arrays know their lines`() throws {
    let document = try TOMLDocument(parsing: Self.sections)
    let list: TOMLPath = "one.list"
    #expect((0..<3).map { document.line(of: list.appending(index: $0)) } == [12, 13, 14])
    #expect(document.line(of: list.appending(index: 2).appending(key: "k")) == 14)
    let many: TOMLPath = "many"
    #expect((0..<2).map { document.line(of: many.appending(index: $0)) } == [21, 23])
    let second = many.appending(index: 1)
    #expect(document.line(of: second.appending(key: "n")) == 24)
    #expect(document.line(of: second.appending(key: "sub").appending(key: "m")) == 26)
  }

  @Test func `a key with a dot in it is one key`() throws {
    let document = try TOMLDocument(parsing: Self.sections)
    #expect(document.line(of: TOMLPath("one").appending(key: "d.ot")) == 16)
    #expect(document.node(at: TOMLPath("one").appending(key: "d.ot")) == .integer(2))
  }

  @Test func `what has no line of its own has that of its holder`() throws {
    let document = try TOMLDocument(parsing: "\n[a]\nb = 1")
    #expect(document.line(of: "a.b.c.d") == 3)
    #expect(document.line(of: "a.x") == 2)
  }

  @Test func `escapes in quoted keys are understood`() throws {
    let document = try TOMLDocument(parsing: "\n\"a\\u0041\\\"\\t\" = 1\n")
    let path = TOMLPath().appending(key: "aA\"\t")
    #expect(document.node(at: path) == .integer(1))
    #expect(document.line(of: path) == 2)
  }

  @Test(arguments: 0..<60)
  func `every key of a generated document has the line it was written on`(seed: Int) throws {
    var writer = DocumentWriter(seed: UInt64(seed))
    writer.write(tables: 6)
    let document = try TOMLDocument(parsing: writer.text)
    for (path, line) in writer.lines {
      #expect(document.node(at: path) != nil, "\(path)")
      #expect(document.line(of: path) == line, "\(path) in\n\(writer.text)")
    }
  }
}
