import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@Suite struct FilterParsingTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  private func terms(_ text: String) throws -> [MessageFilter.Term] {
    try MessageFilter(parsing: text, now: .testing, timeZone: berlin).terms
  }

  private static let words: [(String, MessageFilter.Condition)] = [
    ("is:unread", .status(.unread)), ("is:read", .status(.read)),
    ("is:deleted", .status(.deleted)), ("is:pinned", .pinned), ("is:asking", .asking),
    ("is:active", .phase(.active)), ("is:snoozed", .phase(.snoozed)),
    ("is:scheduled", .phase(.scheduled)), ("is:expired", .phase(.expired)),
    ("IS:Unread", .status(.unread)), ("is:any", .anyState), ("is:needed", .needed),
    ("is:opened", .opened), ("source:ntfy", .source("ntfy")), ("source:=ntfy", .source("=ntfy")),
    ("source:=nt*", .source("=nt*")), ("category:=ops", .category("=ops")),
    ("source:ntfy/*", .source("ntfy/*")),
    ("category:ops", .category("ops")), (#"category:"two words""#, .category("two words")),
    ("on:atlas", .machine("atlas")), ("thread:7", .thread("7")),
    (#"tag:"say \"hi\"""#, .tag(#"say "hi""#)),
    ("priority>=4", .priority(.atLeast, .high)), ("priority<=low", .priority(.atMost, .low)),
    ("priority>min", .priority(.more, .min)), ("priority<5", .priority(.less, .max)),
    ("priority=default", .priority(.equal, .default)), ("priority:3", .priority(.equal, .default)),
    ("disk", .word("disk")), (#""disk full""#, .phrase("disk full")),
    (#""-x"*"#, .word("-x")), ("a=b", .word("a=b")), ("12:30", .word("12:30")),
    ("grün", .word("grün")), ("after:-2d", .after(.relative(seconds: -172_800))),
    ("age>2d", .before(.relative(seconds: -172_800))),
    ("age>=1w", .before(.relative(seconds: -604_800))),
    ("custom.CPU>90", .custom(["CPU"], .more, "90")),
    ("Custom.labels.env:\"a b\"", .custom(["labels", "env"], .equal, "a b")),
    ("custom.a=1", .custom(["a"], .equal, "1")), ("has:link", .hasLink), ("url:hub", .url("hub")),
    ("id:a:b", .id("a:b")), ("title:\"a: b\"", .title("a: b")),
    ("age<1h30m", .after(.relative(seconds: -5_400))),
    ("AGE<=90s", .after(.relative(seconds: -90))),
    ("before:-3h", .before(.relative(seconds: -10_800))),
    ("before:-10m", .before(.relative(seconds: -600))),
    ("before:+1w", .before(.relative(seconds: 604_800))),
  ]

  @Test(arguments: words.indices) func `each word is understood, alone and negated`(
    _ index: Int
  ) throws {
    let (text, condition) = Self.words[index]
    #expect(try terms(text) == [.init(condition)])
    #expect(try terms(" -" + text + " ") == [.init(condition, isNegated: true)])
  }

  private static let moments: [(String, String)] = [
    ("2026-01-31", "2026-01-30T23:00:00Z"), ("2026-07-31", "2026-07-30T22:00:00Z"),
    ("2026-01-31T10:00", "2026-01-31T09:00:00Z"), ("2026-01-31T10:00:30", "2026-01-31T09:00:30Z"),
    ("2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"),
    ("2026-01-31T10:00:00-05:00", "2026-01-31T15:00:00Z"),
    ("today", "2026-01-30T23:00:00Z"), ("yesterday", "2026-01-29T23:00:00Z"),
    // The day on which the clocks go forward at 2:00 and the one on which they go back at 3:00.
    ("2026-03-29T01:59", "2026-03-29T00:59:00Z"), ("2026-03-29T03:00", "2026-03-29T01:00:00Z"),
    ("2026-10-25", "2026-10-24T22:00:00Z"), ("2026-10-26", "2026-10-25T23:00:00Z"),
  ]

  @Test(arguments: moments.indices) func `a time without an offset is local`(_ index: Int) throws {
    let (text, expected) = Self.moments[index]
    let date = try #require(RFC3339.date(from: expected))
    #expect(try terms("before:" + text) == [.init(.before(.at(date)))])
    #expect(try terms("after:" + text) == [.init(.after(.at(date)))])
  }

  // Before: SQLite refused the condition, and no error named the filter.
  @Test(arguments: ["tag:t", "-category:c", "source:s", "w", "-w", "thread:t"])
  func `the largest filter is answered, and a larger one is refused with the limit`(
    word: String
  ) throws {
    let limit = MessageFilter.maximumTermCount
    let text = (1...limit).map { "\(word)\($0)" }.joined(separator: " ")
    let largest = try MessageFilter(parsing: text, now: .testing, timeZone: berlin)
    let inbox = try Inbox.testing()
    try inbox.push(.make("word", tags: ["t1"]), from: "cli")
    for order in MessageOrder.allCases {
      let query = MessageQuery(filter: largest.within(largest), order: order)
      _ = try inbox.snapshot(of: query, in: .init(limit: 9), countingMatches: true)
    }
    #expect(
      throws: FilterError(column: text.count + 2, kind: .tooManyTerms(limit: limit))
    ) { try terms(text + " last") }
  }

  @Test func `several terms keep their order, blanks do not matter`() throws {
    #expect(
      try terms("  is:unread\tdisk  -tag:x\n") == [
        .init(.status(.unread)), .init(.word("disk")), .init(.tag("x"), isNegated: true),
      ])
    #expect(try terms("").isEmpty)
    #expect(try terms("   ").isEmpty)
  }

  private static let (all, not) = ("the terms side by side", "- before the term")
  private static let comparison = "it without blanks, as in priority>=high"

  private static let problems: [(String, Int, FilterError.Kind, String?)] = [
    ("si:unread", 1, .unknownWord("si"), "is"),
    ("disk -prority:4", 7, .unknownWord("prority"), "priority"),
    ("https://example.org", 1, .unknownWord("https"), nil),
    ("is:unred", 4, .badValue(word: "is", value: "unred"), "unread"),
    ("grün is:", 9, .missingValue(word: "is"), nil), ("tag: x", 5, .missingValue(word: "tag"), nil),
    ("source=ntfy", 7, .badComparison(word: "source", comparison: "="), nil),
    ("source:nt*", 8, .badValue(word: "source", value: "nt*"), nil),
    ("source:/*", 8, .badValue(word: "source", value: "/*"), nil),
    ("source:=", 8, .badValue(word: "source", value: "="), nil),
    ("priority>=hihg", 11, .badValue(word: "priority", value: "hihg"), "high"),
    ("priority>6", 10, .badValue(word: "priority", value: "6"), nil),
    ("before:tody", 8, .badMoment(word: "before", .unknownWord("tody")), "today"),
    ("after:2026-02-30", 7, .badMoment(word: "after", .noSuchDay("2026-02-30")), nil),
    ("age:2d", 4, .badComparison(word: "age", comparison: ":"), nil),
    ("age=2d", 4, .badComparison(word: "age", comparison: "="), nil),
    ("age>soon", 5, .badValue(word: "age", value: "soon"), nil),
    ("age>-2d", 5, .badValue(word: "age", value: "-2d"), nil),
    ("age>", 5, .missingValue(word: "age"), nil),
    ("after:-d", 8, .badMoment(word: "after", .unknownWord("d")), nil),
    ("before:\"next fryday\"", 14, .badMoment(word: "before", .unknownWord("fryday")), "friday"),
    ("a -", 4, .missingTerm, nil), ("a - b", 4, .missingTerm, nil),
    ("x \"disk full", 3, .openQuote, nil), ("tag:\"a", 5, .openQuote, nil),
    ("x \"\"", 3, .emptyQuote, nil), ("\"a\"b", 4, .textAfterQuote, nil),
    ("tag:\"a\"b", 8, .textAfterQuote, nil),
    ("(a or b", 1, .openBracket, nil), ("tag:x -(a (b)", 8, .openBracket, nil),
    ("a) b", 2, .closeBracket, nil), ("a ()", 4, .emptyBrackets, nil),
    ("a OR", 3, .missingAlternative, nil), ("OR b", 1, .missingAlternative, nil),
    ("(a OR)", 6, .missingAlternative, nil),
    ("disk ~s full", 6, .foreign("~s", term: "the words alone"), nil),
    ("!~N", 1, .foreign("!~N", term: "is:unread"), nil),
    ("disk AND full", 6, .foreign("AND", term: all), nil),
    ("source:ci && is:read", 11, .foreign("&&", term: all), nil),
    ("NOT disk", 1, .foreign("NOT", term: not), nil),
    ("source:ci disk and full", 16, .foreign("and", term: all), nil),
    ("(disk or full) is:read", 7, .foreign("or", term: "OR"), nil),
    ("not is:read", 1, .foreign("not", term: not), nil),
    ("priority >= high", 10, .foreign(">=", term: comparison), nil),
    ("priority >high", 10, .foreign(">high", term: comparison), nil),
    ("age > 2d", 5, .foreign(">", term: comparison), nil),
    ("prio>=high", 1, .foreign("prio>=high", term: "priority>=high"), nil),
    ("-occurences>3", 2, .foreign("occurences>3", term: "occurrences>3"), nil),
    ("!is:read", 1, .foreign("!is:read", term: "-is:read"), nil),
    ("!(a b)", 1, .foreign("!(a", term: "-(a"), nil),
    ("is:read !disk", 9, .foreign("!disk", term: "-disk"), nil),
    ("text:re:(", 10, .badExpression("missing closing parenthesis"), nil),
    ("🇩🇪👍🏽 is:x", 7, .badValue(word: "is", value: "x"), nil),
  ]

  @Test(arguments: problems.indices) func `a problem says where, what and what is nearest`(
    _ index: Int
  ) throws {
    let (text, column, kind, nearest) = Self.problems[index]
    let problem = #expect(throws: FilterError.self) { try terms(text) }
    #expect(problem?.column == column)
    #expect(problem?.kind == kind)
    #expect(problem?.nearest == nearest)
  }

  @Test func `brackets within a word, and all in quotes, are searched for`() throws {
    #expect(try terms("main() or") == [.init(.word("main()")), .init(.word("or"))])
    #expect(try terms(#""(a" "OR""#) == [.init(.phrase("(a")), .init(.phrase("OR"))])
    for word in ["(a", "OR", "AND", "or", "!x", "!is:read", ">", ">x", "~N", "prio>1"] {
      let filter = MessageFilter([.init(.word(word))])
      #expect(try terms(filter.text) == filter.terms)
    }
  }

  @Test(arguments: [
    "salt and pepper", "not found", "a!b", "!important", "disk > full", "a | b", "page>2",
    "level=error",
    "numpy>=2", "priority and age",
  ])
  func `words of a text are searched for where no term has a key`(text: String) throws {
    #expect(try terms(text) == text.split(separator: " ").map { .init(.word(String($0))) })
  }

  @Test func `the first problem is the one that is reported, with what was expected`() {
    let problem = #expect(throws: FilterError.self) { try terms("is:x tag:") }
    #expect(
      problem?.expected == [
        "unread", "read", "deleted", "pinned", "needed", "opened", "asking", "alert", "resolved",
        "active", "snoozed", "scheduled", "expired", "done", "any",
      ])
  }

  @Test func `the table lists every word once with a sentence`() throws {
    #expect(Set(FilterWord.all.map(\.name)).count == FilterWord.all.count)
    for word in FilterWord.all { #expect(word.summary.hasSuffix(".")) }
    for word in FilterWord.all where word.name.hasPrefix("is:") {
      #expect(try terms(word.name).count == 1)
    }
  }

  @Test(arguments: [
    ("is:unread -source:ntfy/* priority>=4 \"disk full\" word", 0), ("", 0),
    ("is:read after:2026-01-31", 1),
  ])
  func `the time zone is asked for only by a date`(filter: String, times: Int) throws {
    var count = 0
    let zone = {
      count += 1
      return TimeZone.gmt
    }
    _ = try MessageFilter(parsing: filter, now: .testing, timeZone: zone())
    #expect(count == times)
  }
}

@Suite struct FilterTextTests {
  @Test func `a filter prints in filter words`() throws {
    let filter = try MessageFilter(
      #"IS:unread -priority:4 source:ntfy/* before:-48h "disk full" tag:"a b" x"#)
    #expect(
      filter.text == #"is:unread -priority=high source:ntfy/* before:-2d "disk full" tag:"a b" x"#)
    #expect(MessageFilter.all.text.isEmpty)
    #expect(MessageFilter.trash.text == "is:deleted")
  }

  @Test(arguments: 0..<300) func `what is printed reads back as the same filter`(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let filter = MessageFilter((0..<4).map { _ in .random(using: &random) })
    let again = try MessageFilter(filter.text)
    #expect(again == filter, "\(filter.text)")
    #expect(again.text == filter.text)
  }
}

extension MessageFilter.Term {
  fileprivate static func random(using random: inout SeededRandom) -> Self {
    .init(.random(using: &random), isNegated: Bool.random(using: &random))
  }
}

extension MessageFilter.Condition {
  fileprivate static func random(using random: inout SeededRandom) -> Self {
    switch Int.random(in: 0..<18, using: &random) {
    case 0: .status(random.pick(Status.allCases))
    case 1: random.pick([.pinned, .anyState, .needed, .opened])
    case 2: .phase(random.pick(MessageFilter.Phase.allCases))
    case 3:
      .source(
        random.pick([
          "cli", "ntfy/ops", "ntfy/*", "ntfy/\\*", "a b/*", "\"q", "=cli", "=a b", "=/*",
        ]))
    case 4: .category(text(using: &random))
    case 5: .thread(text(using: &random))
    case 6: .tag(text(using: &random))
    case 7:
      .priority(
        random.pick(MessageFilter.Comparison.allCases), random.pick(Priority.allCases))
    case 8: .before(moment(using: &random))
    case 9: .after(moment(using: &random))
    case 10: .word(text(using: &random))
    case 12: .machine(text(using: &random))
    case 11: .part(text(using: &random))
    case 13: .url(text(using: &random))
    case 14: .id(text(using: &random))
    case 15: random.pick([.hasLink, .hasPicture, .hasAction])
    case 16:
      .custom(
        random.pick([["cpu"], ["Labels", "é-1", "0"]]),
        random.pick(MessageFilter.Comparison.allCases), "-90.5")
    case 17: .custom(["a"], .equal, text(using: &random))
    default: .phrase(text(using: &random))
    }
  }

  private static func text(using random: inout SeededRandom) -> String {
    let pieces = [
      "a", "disk", " ", "-", "\"", "\\", ":", "is:read", "*", "é", "👩‍👧", "\t", "=", "\0",
    ]
    return (0..<Int.random(in: 1..<5, using: &random)).map { _ in random.pick(pieces) }.joined()
  }

  private static func moment(using random: inout SeededRandom) -> TimeBoundary {
    Bool.random(using: &random)
      ? .at(.testing(Double(Int.random(in: -9_999_999...9_999_999, using: &random)) / 8))
      : .relative(seconds: Double(Int.random(in: -99_999...99_999, using: &random)))
  }
}
