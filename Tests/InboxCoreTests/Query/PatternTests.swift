import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Patterns in any part of a text.
struct TextPatternTests {
  @Test(arguments: [
    ("isbon", "Lisbon", true), ("ISBON", "Lisbon", false), ("isBon", "LisBon", true),
    ("lukasz", "Łukasz", true), ("Łukasz", "Lukasz", true), ("e\u{301}te", "été", true),
    ("ete", "e\u{301}te\u{301}", true), ("привет", "Привет", true),
    ("97 %", "Disk 97 % full", true),
    ("👍", "ok 👍🏽", true), ("x", "", false), ("", "x", false), ("aab", "aaab", true),
    ("re:a.c", "xabcx", true), ("re:^b", "ab", false), ("re:^b", "a\nb", true),
    ("re:(foo|bar)+$", "xfoobar", true), ("re:\\bcat\\b", "concat", false),
    ("re:[^0-9]x{2,3}", "1xx axx", true), ("re:x{4}", "xxx", false), ("re:a{,2}", "a{,2}", true),
    ("re:Ab", "ab", false), ("re:ab", "AB", true), ("re:\\d\\D\\w\\W\\s\\S", "1a_- .", true),
    ("re:[]a]", "]", true), ("re:", "x", true), ("re:[[:alpha:]_]+1", "é_1", true),
    ("re:^[^[:space:][:punct:]]+$", "a.b", false),
    ("re:[[:xdigit:]]{4}", "00fF", true), ("re:^[\\D]$", "7", false), ("re:^[\\d.]+$", "1.2", true),
    ("re:\\$\\{\\[\\_\\ ", "${[_ ", true),
    (#"re:{"a":"#, #"{"a":1"#, true), ("re:[a[:]", ":", true),
  ])
  func `a pattern is found in any part`(_ pattern: String, _ text: String, _ isFound: Bool) {
    #expect(TextPattern(pattern).matches(text) == isFound)
    let ranges = TextPattern(pattern).ranges(in: text)
    #expect(pattern == "re:" || ranges.isEmpty != isFound)
  }

  @Test(arguments: [
    ("isb", "Lisbon isbn", ["isb", "isb"]), ("e", "é e\u{301} E", ["é", "e\u{301}", "E"]),
    ("re:o+", "foo o", ["oo", "o"]), ("aa", "aaaa", ["aa", "aa"]), ("re:a|ab", "xab", ["a"]),
    ("re:(?<=x)a|\\p{Lu}", "xaÉa", ["a", "É"]), ("re:o*", "foo", ["oo"]),
  ])
  func `its places are whole characters`(_ pattern: String, _ text: String, _ expected: [String]) {
    #expect(TextPattern(pattern).ranges(in: text).map { String(text[$0]) } == expected)
  }

  @Test(arguments: ["(", ")", "[a", "*a", "\\", "[b-a]", "((((a{99}){99}){99}){99})", "\\C"])
  func `an expression that cannot be read is refused`(_ text: String) {
    #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression(text) }
  }

  @Test(arguments: [
    (#"a\1"#, 2, "subpattern"), ("x[[:alfa:]]", 4, "POSIX class"), ("a{5,2}", 5, "numbers"),
    ("ab(c", 4, "parenthesis"), ("é[c", 3, "]"), ("a|*", 2, "quantifier"),
  ]) func `what an expression does not know is told where it stands`(
    text: String, offset: Int, words: String
  ) throws {
    let error = #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression(text) }
    #expect(error?.offset == offset)
    #expect(try #require(error).message.contains(words))
  }

  @Test(arguments: [
    (#"text:re:ab\1"#, 12), (#"x -text:"re:a b\\1""#, 18), (#"text:"re:\"\\q""#, 14),
  ]) func `a filter tells the column of the mistake in its expression`(text: String, column: Int) {
    let error = #expect(throws: FilterError.self) { try MessageFilter(text) }
    #expect(error?.column == column)
  }

  @Test(arguments: 1...300) func `whether and where it is found agree`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    // Each begins with a letter, so that no match is empty.
    let parts = [
      "a", "b", ".", "\\b", "^", "$", "a*", "b+", "(a|b)", "[^a]", "(ab)?", "é", "\n", "\\w",
      "a{2}",
    ]
    let pattern = "ab".randomElement(using: &random).map { "re:\($0)" } ?? ""
    let expression =
      pattern
      + (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
        parts.randomElement(using: &random)
      }.joined()
    for _ in 0..<20 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
          "aabbé \n_".randomElement(using: &random)
        })
      let found = TextPattern(expression)
      #expect(
        found.matches(text) == !found.ranges(in: text).isEmpty,
        "\(expression.debugDescription) \(text.debugDescription)")
    }
  }

  @Test(arguments: [
    String(repeating: ".*", count: 500) + "z", "(.*)*z", "((a*)*)*z", "(a|aa)+[^a]z", "(a*)*[^a]z",
    String(repeating: "a?", count: 300) + "z", String(repeating: "(a|aa)*", count: 100) + "z",
  ]) func `an expression is right, or is given up within its limits`(_ pattern: String) throws {
    let expression = try RegularExpression(pattern)
    for line in ["aab é\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a\n"] {
      var text = String(repeating: line, count: 1_000)
      #expect(text.withUTF8(expression.matches) != true)
      text += "z"
      #expect(text.withUTF8(expression.matches) != false || pattern.contains("[^a]"))
    }
  }

  @Test func `an expression that was given up is told`() throws {
    let inbox = try Inbox.testing()
    try inbox.push([Payload(title: "t", body: String(repeating: "a", count: 20_000))])
    let filter = try MessageFilter(parsing: "text:\"re:(a|aa)+\\\\d\"", now: Date(), timeZone: .gmt)
    #expect(throws: InboxError.overBudget) { try inbox.count(matching: filter) }
  }

  @Test func `bytes that are no text are searched as they are shown`() throws {
    let expression = try RegularExpression("b\u{FFFD}c")
    let bytes = Array("ab".utf8) + [0xFF] + Array("c".utf8)
    #expect(bytes.withUnsafeBufferPointer(expression.matches) == true)
  }

  @Test func `a deep or long expression is refused`() {
    for text in [
      String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000),
      String(repeating: "a", count: 100_000),
    ] {
      #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression(text) }
    }
  }
}

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
