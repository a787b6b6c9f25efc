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
    ("re:[]a]", "]", true), ("re:", "x", true), ("re:^a{,2}$", "aaa", false),
    ("re:[[:alpha:]_]+1", "é_1", true), ("re:^[^[:space:][:punct:]]+$", "a.b", false),
    ("re:[[:xdigit:]]{4}", "00fF", true), ("re:^[\\D]$", "7", false),
    ("re:^[\\d.]+$", "1.2", true),
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
    ("re:o+", "foo o", ["oo", "o"]), ("aa", "aaaa", ["aa", "aa"]), ("re:a|ab", "xab", ["ab"]),
  ])
  func `its places are whole characters`(_ pattern: String, _ text: String, _ expected: [String]) {
    #expect(TextPattern(pattern).ranges(in: text).map { String(text[$0]) } == expected)
  }

  @Test(arguments: ["(", ")", "[a", "a{300}", "*a", "\\", "[b-a]", "((((a{99}){99}){99}){99}"])
  func `an expression that cannot be read is refused`(_ text: String) {
    #expect(throws: LinearExpression.SyntaxError.self) { try LinearExpression(text) }
  }

  @Test(arguments: [
    (#"a\1"#, 1, #"'\1'"#), (#"\x41"#, 0, #"'\x'"#), (#"é\p{L}"#, 1, #"'\p'"#),
    (#"\u0000"#, 0, #"'\u'"#), (#"[a\b]"#, 2, #"'\b'"#), ("x[[:alfa:]]", 2, "'[:alfa:]'"),
    ("[[=a=]]", 1, "'[=a=]'"), ("a{5,2}", 1, "write {2,5}"), ("a{99999999999999999999}", 1, "200"),
    ("a(?=b)", 1, "'(?'"), ("ab(c", 2, "'('"), ("ab[c", 2, "'['"), ("a|*", 2, "'*'"),
    (#"[a-\d]"#, 1, "class"),
  ]) func `what an expression does not know is told where it stands`(
    text: String, offset: Int, words: String
  ) throws {
    let error = #expect(throws: LinearExpression.SyntaxError.self) { try LinearExpression(text) }
    #expect(error?.offset == offset)
    #expect(try #require(error).message.contains(words))
  }

  @Test(arguments: [
    (#"text:re:ab\1"#, 11), (#"x -text:"re:a b\\1""#, 16), (#"text:"re:\"\\q""#, 12),
  ]) func `a filter tells the column of the mistake in its expression`(text: String, column: Int) {
    let error = #expect(throws: FilterError.self) {
      try MessageFilter(parsing: text, now: Date(timeIntervalSince1970: 0), timeZone: .gmt)
    }
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
      }
      .joined()
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
    String(repeating: ".*", count: 500) + "z", "(.*)*z", "((a*)*)*z",
    String(repeating: "a?", count: 300) + "z",
    String(repeating: "(a|aa)*", count: 100) + "z",
  ]) func `stars cost no more for a longer text`(_ pattern: String) throws {
    let expression = try LinearExpression(pattern)
    let text = String(repeating: "aab é\n", count: 400)
    #expect(expression.matches(in: text.unicodeScalars) == false)
    #expect(expression.matches(in: (text + "z").unicodeScalars) == true)
  }

  @Test func `an expression that needs ever more states is given up`() throws {
    var random = SeededRandom(seed: 1)
    let text = String((0..<80_000).map { _ in Bool.random(using: &random) ? "a" : "b" })
    let inbox = try Inbox.testing()
    try inbox.push([Payload(title: "t", body: text)])
    let filter = try MessageFilter(
      parsing: "text:\"re:(a|b)*a" + String(repeating: "(a|b)", count: 150) + "c\"", now: Date(),
      timeZone: .gmt)
    #expect(throws: InboxError.overBudget) { try inbox.count(matching: filter) }
  }

  @Test func `no expression takes for ever`() throws {
    let text = String(repeating: "a", count: 20_000)
    #expect(!TextPattern("re:(a*)*b").matches(text))
    #expect(!TextPattern("re:(a|aa)+$b").matches(text))
    #expect(TextPattern("re:(a?){200}a{200}").matches(text))
    let deep = String(repeating: "(", count: 5_000)
    #expect(throws: LinearExpression.SyntaxError.self) { try LinearExpression(deep) }
  }
}
