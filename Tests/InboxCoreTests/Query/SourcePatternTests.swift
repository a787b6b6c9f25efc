import InboxCore
import InboxTestSupport
import Testing

@Suite struct SourcePatternTests {
  private static let sources = ["ci", "ci/deploy", "ci/deploy/eu", "ci-x", "ci0", "CI", "c"]

  @Test(arguments: [
    ("ci", ["ci", "ci/deploy", "ci/deploy/eu"]), ("=ci", ["ci"]),
    ("ci/*", ["ci/deploy", "ci/deploy/eu"]), ("ci/", ["ci/deploy", "ci/deploy/eu"]),
    ("ci/deploy", ["ci/deploy", "ci/deploy/eu"]), ("=ci/deploy", ["ci/deploy"]),
    ("=ci/*", []), ("cI", []),
  ]) func `a path has all below it, and with a mark is alone`(
    text: String, expected: [String]
  ) throws {
    let pattern = try #require(SourcePattern(parsing: text))
    #expect(Self.sources.filter(pattern.matches) == expected)
    let inbox = try Inbox.testing()
    try inbox.push(Self.sources.map { .make(source: $0) }, defaultSource: "cli")
    #expect(try Set(inbox.rows("source:\(text)").map(\.source)) == Set(expected))
    #expect(try inbox.count(matching: MessageFilter("source:\(text)")) == expected.count)
  }

  @Test(arguments: ["", "=", "/*", "c*", "*", "c*/*"])
  func `what is no pattern is refused`(_ text: String) {
    #expect(SourcePattern(parsing: text) == nil)
  }

  @Test(arguments: ["ci", "ci/*", "ci/\\*", "=ci", "\\=ci", "\\ci", "=", "a*b"])
  func `the pattern of a source names it, whatever characters it has`(_ source: String) throws {
    let alone = SourcePattern(exactly: source)
    let subtree = SourcePattern(subtreeAt: source)
    #expect(alone.matches(source))
    #expect(!alone.matches(source + "/x"))
    #expect(subtree.matches(source))
    #expect(subtree.matches(source + "/x"))
    #expect(!subtree.matches(source + "x"))
    #expect(SourcePattern(parsing: alone.text) == alone)
    #expect(source.contains("a*") || SourcePattern(parsing: subtree.text) == subtree)
  }

  @Test(arguments: [
    ("work", ["Work", "work", "WORK/mail"]), ("=WORK", ["Work", "work"]),
    ("Work/*", ["WORK/mail"]), ("wor", []), ("ÉTÉ", ["été"]),
  ]) func `a category is found in any case, with those below it`(
    text: String, expected: [String]
  ) throws {
    let categories = ["Work", "work", "WORK/mail", "workshop", "été"]
    let inbox = try Inbox.testing()
    try inbox.push(
      categories.map { .make($0, categories: [$0]) } + [
        .make("both", categories: ["Work", "work"])
      ],
      defaultSource: "cli")
    let filter = try MessageFilter("category:\(text)")
    let isBoth = expected.contains("work")
    for order in MessageOrder.allCases {
      let rows = try inbox.rows(MessageQuery(filter: filter, order: order))
      #expect(rows.compactMap(\.title).sorted() == (expected + (isBoth ? ["both"] : [])).sorted())
    }
    #expect(try inbox.count(matching: filter) == expected.count + (isBoth ? 1 : 0))
  }
}
