import Foundation
import GRDB
import InboxText
import InboxTestSupport
import Testing

@testable import InboxCore

/// The filter in SQL and the filter in memory, each as the oracle of the other.
@Suite struct MatchingTests {
  @Test(arguments: 0..<16) func `a list shows just the messages that its filter matches`(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let inbox = try Inbox.testing()
    // The second round merges into the first, so that times and places no longer agree.
    for round in 0..<2 {
      let payloads = (0..<60).map { _ in Payload.random(using: &random) }
      _ = try inbox.at(Double(round)).importMessages(payloads, replacing: round == 0)
    }
    try inbox.execute("UPDATE message SET arrived_on = 'atlas' WHERE number % 3 = 0")
    for seconds in [10.0, 80, 200] {
      let now = Date.testing(seconds)
      _ = try inbox.at(now).settle()
      let messages = try inbox.stored()
      #expect(messages.count > 20)
      for _ in 0..<80 {
        try expectAgreement(.random(using: &random), in: inbox, of: messages, at: now)
      }
    }
  }

  private func expectAgreement(
    _ filter: MessageFilter, in inbox: Inbox, of messages: [Message], at now: Date
  ) throws {
    let query = MessageQuery(filter: filter)
    let listed = try inbox.at(now).rows(query)
    let matched = messages.filter { filter.matches($0, at: now) }
    #expect(
      listed.map(\.number).sorted() == matched.map(\.number).sorted(),
      "\(filter.text) within \(filter.scopes.map { MessageFilter($0).text }) at \(now)")
  }

  @Test(arguments: 0..<8) func `the index and the texts agree on the rows without a phrase`(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let inbox = try Inbox.testing(maximumCount: 0)
    let payloads = (1...400).map { number in
      Payload.make(
        Names.text(words: 1...4, using: &random), id: "\(number)",
        body: Names.text(words: 1...6, using: &random) + " x")
    }
    try inbox.push(payloads, defaultSource: "cli")
    try inbox.store.read { database in
      for _ in 0..<80 {
        let phrase = Names.text(words: 1...3, using: &random)
        let filter = MessageFilter([.init(.phrase(phrase), isNegated: true)])
        let criteria = FilterCriteria(filter, at: .testing)
        let texts = [nil, try TextFilter(criteria, in: database)]
        let rows = try texts.map { texts in
          let plan = RowPlan(
            criteria, in: RowOrder(.newest, of: criteria), matching: texts, hasUnsettled: false)
          return try RowReader(database: database, plan: plan).rows(
            behind: nil, direction: .forward, count: 500)
        }
        #expect(rows[0] == rows[1], "\(filter.text)")
      }
    }
  }

  /// Text of a message, a term, and whether the term finds the text.
  static let words: [(text: String, term: String, isFound: Bool)] = [
    ("Café", "cafe", true), ("cafe\u{301}", "café", true), ("Straße", "strasse", false),
    ("Straße", "STRAßE", true), ("İstanbul", "istanbul", true), ("ısı", "isi", false),
    ("ΣΊΣΥΦΟΣ", "σίσυφος", true), ("日本語です", "日本", true), ("日本語です", "本語", false),
    ("한국어", "한국", true), ("\u{1112}\u{1161}\u{11AB}", "한", false), ("a🎉b", "b", true),
    ("🎉", "🎉", false), ("snake_case", "snake", true), ("snake_case", "case", true),
    ("v4.2.1", "4", false), ("v4.2.1", "v4.2", true), ("v4.2.1", "2.1", true),
    ("disk is full", "\"disk full\"", false), ("disk, full", "\"disk full\"", true),
    ("full disk", "\"disk full\"", false), ("foo-barn", "foo-bar", true),
    ("foo-barn", "\"foo-bar\"", false), ("---", "\"---\"*", false), ("disk", "\"---\" disk", true),
    ("disk", "-\"---\"", true), ("disk", "-dis", false), ("ﬁne", "fine", false), ("x²", "x", true),
    ("Ⅷ", "ⅷ", true), ("AND OR", "\"and or\"", true), ("NEAR", "near", true), ("a\0b", "b", true),
    ("x", "\"x\0\"", true), ("Ω", "ω", true), ("disk", "\"\u{301}\"*", false),
  ]

  @Test(arguments: words) func `words are cut and folded as the index does`(
    text: String, term: String, isFound: Bool
  ) throws {
    let inbox = try Inbox.testing()
    let now = Date.testing
    try inbox.at(now).push(.make(text, body: "…"), from: "cli")
    let filter = try MessageFilter(parsing: term, now: now, timeZone: .gmt)
    #expect(try inbox.at(now).count(matching: filter) == (isFound ? 1 : 0))
    let message = try #require(try inbox.message(1))
    #expect(filter.matches(message, at: now) == isFound)
  }

  @Test(arguments: [
    ("source", "a\0b"), ("thread", "a\0b"), ("category", "a\0b"), ("tag", "a\0b"),
    ("category", "e\u{301}"), ("tag", "Ops"), ("thread", "한"),
  ])
  func `names are compared as they are stored`(key: String, name: String) throws {
    let inbox = try Inbox.testing()
    let payload = Payload.make(source: name, categories: [name], tags: [name], thread: name)
      .with { $0.id = "1" }
    try inbox.push(payload, from: "cli")
    let message = try #require(try inbox.message(1))
    for (asked, isFound) in [
      (name, true), (name.lowercased(), name == name.lowercased()), ("a", false), ("é", false),
      ("\u{1112}\u{1161}\u{11AB}", false),
    ] {
      let text = "\(key):\"\(asked)\""
      let filter = try MessageFilter(text)
      #expect(try inbox.count(matching: filter) == (isFound ? 1 : 0), "\(text)")
      #expect(filter.matches(message, at: .testing) == isFound, "\(text)")
    }
  }
}

extension MessageFilter {
  fileprivate static func random(using random: inout SeededRandom) -> MessageFilter {
    func terms(_ count: ClosedRange<Int>) -> MessageFilter {
      MessageFilter(
        (0..<Int.random(in: count, using: &random)).map { _ in
          let isNegated = Int.random(in: 0..<4, using: &random) == 0
          return Term(.random(using: &random), isNegated: isNegated)
        })
    }
    var filter = terms(0...4)
    if Int.random(in: 0..<4, using: &random) == 0 {
      let count = Int.random(in: 2...4, using: &random)
      filter = MessageFilter(anyOf: (0..<count).map { _ in terms(1...3) }) ?? filter
    }
    // A scope, and a scope within that, as a host and a thread make them.
    for chance in [3, 6] where Int.random(in: 0..<chance, using: &random) == 0 {
      filter = filter.within(terms(1...2))
    }
    return filter
  }
}

extension MessageFilter.Condition {
  fileprivate static func random(using random: inout SeededRandom) -> Self {
    switch Int.random(in: 0..<26, using: &random) {
    case 0: .status(random.pick(Status.allCases))
    case 1: random.pick([.pinned, .opened])
    case 2: random.pick([.asking, .needed])
    case 3: .phase(random.pick(MessageFilter.Phase.allCases))
    case 4:
      .source(
        random.pick(Names.sources + ["=a", "=a/b", "a/*", "b/*", "é/*", "a/", "e", "=b/é"]))
    case 5:
      .category(
        random.pick(Names.labels + ["OPS", "=ops", "X", "x", "=x", "ops/*", "É", "=nothing"]))
    case 6: .thread(random.pick(Names.labels))
    case 7: .tag(random.pick(Names.labels))
    case 8:
      .priority(
        random.pick(MessageFilter.Comparison.allCases), random.pick(Priority.allCases))
    case 9: .before(boundary(using: &random))
    case 10: .after(boundary(using: &random))
    case 11, 12: .alertOnly
    case 15: .anyState
    case 16: .resolved
    case 18: .machine(random.pick(["atlas", "Atlas"]))
    case 17:
      .occurrences(
        random.pick(MessageFilter.Comparison.allCases), Int.random(in: 0...4, using: &random))
    case 14: .part(random.pick(["a", "é", "E", "re:[aeé].", "b/", "\0", "re:("]))
    case 19: .hasLink
    case 20: .hasPicture
    case 21: .hasAction
    case 22: .url(random.pick(["github", "É", "re:a.b", "example"]))
    case 23: .id("\(Int.random(in: 0..<40, using: &random))")
    case 25: .title(Names.text(words: 1...2, using: &random))
    case 24:
      .custom(
        random.pick([["cpu"], ["labels", "env"], ["labels"], ["list"], ["a.b\"c"], ["cpu", "x"]]),
        random.pick(MessageFilter.Comparison.allCases),
        random.pick([
          "90", "9e1", "Prod", "é", "true", "null", "-3", "b%c", "\"", "K", "nan", "1.2",
        ]))
    case 13: .phrase(Names.text(words: 1...3, using: &random))
    default: .word(Names.text(words: 1...1, using: &random))
    }
  }

  private static func boundary(using random: inout SeededRandom) -> TimeBoundary {
    let seconds = Double(Int.random(in: -400...800, using: &random)) / 4
    return Bool.random(using: &random) ? .at(.testing(seconds)) : .relative(seconds: seconds)
  }
}

extension Payload {
  /// A record of an export of which anything may be so or otherwise; identities repeat.
  fileprivate static func random(using random: inout SeededRandom) -> Payload {
    func names() -> [String] {
      (0..<Int.random(in: 0..<3, using: &random)).map { _ in random.pick(Names.labels) }
    }
    func time(in range: ClosedRange<Int> = -400...800) -> Date? {
      guard Int.random(in: 0..<3, using: &random) == 0 else { return nil }
      return .testing(Double(Int.random(in: range, using: &random)) / 4)
    }
    var payload = Payload.make(
      Names.text(words: 1...4, using: &random), id: "\(Int.random(in: 0..<40, using: &random))",
      source: random.pick(Names.sources), body: Names.text(words: 1...6, using: &random) + " x",
      categories: names(), tags: names(), thread: names().first,
      priority: random.pick(Priority.allCases), sentAt: time(), startsAt: time(),
      expiresAt: time(), delivery: random.pick([.inbox, .inboxAndAlert, .inboxAndAlert, .alert]))
    payload.subtitle = .init(names().first)
    payload.asks = .set(Int.random(in: 0..<4, using: &random) == 0)
    if Bool.random(using: &random) { payload.local.answer = names().first }
    payload.local.status = random.pick(Status.allCases)
    payload.local.isPinned = Int.random(in: 0..<4, using: &random) == 0
    payload.local.snoozedUntil = time()
    payload.local.snoozedFor = random.pick([nil, nil, nil, .next])
    payload.local.doneAt = random.pick([nil, nil, nil, .testing])
    payload.local.openedAt = random.pick([nil, nil, .testing])
    payload.local.receivedAt = time(in: -400...0)
    payload.local.occurrences = random.pick([nil, 2, 3])
    payload.local.resolvedAt = random.pick([nil, nil, .testing])
    let links = [nil, nil, "https://github.com/é", "https://example.org/a-b"]
    payload.tap = .init(random.pick(links).map(TapBehavior.url))
    if Bool.random(using: &random) {
      payload.actions = .set([MessageAction(id: "a", label: "\"url\":", url: random.pick(links))])
    }
    if let url = random.pick(links) {
      payload.attachments = .set([
        Attachment(url: url, format: random.pick(Attachment.Format.allCases))
      ])
    }
    if random.pick([false, false, true]) { payload.body = .set("see HTTPS://x.org") }
    payload.custom = .set(value(deep: 2, using: &random))
    return payload
  }

  private static func value(deep: Int, using random: inout SeededRandom) -> JSONValue {
    let texts = ["90", "prod", "PROD", "É", "é", "b%c", "\"", "1.2", "-3", "true", "K", "k"]
    return switch Int.random(in: 0..<(deep > 0 ? 9 : 5), using: &random) {
    case 0: .integer(random.pick([90, 91, -3, 0]))
    case 1: .number(random.pick([90.0, 89.5, 1e300]))
    case 2: .bool(Bool.random(using: &random))
    case 3: .null
    case 4: .string(random.pick(texts))
    case 5: .array([value(deep: 0, using: &random), value(deep: deep - 1, using: &random)])
    default:
      .object([
        random.pick(["cpu", "list", "a.b\"c"]): value(deep: deep - 1, using: &random),
        random.pick(["labels", "env"]): value(deep: deep - 1, using: &random),
      ])
    }
  }
}

private enum Names {
  static let sources = [
    "a", "a/b", "a/b/c", "a0", "a-b", "a.b/c", "b/é", "b/e\u{301}", "é/日本", "İ",
  ]
  static let labels = [
    "ops", "Ops", "ops/db", "opsx", "x", "X/y", "é", "e\u{301}", "x y", "한",
    "\u{1112}\u{1161}\u{11AB}", "ß",
  ]

  private static let words = [
    "disk", "Disk", "disks", "full", "é", "e\u{301}", "E", "ß", "SS", "Straße", "İ", "i", "ı",
    "Σ", "ς", "日本語", "日本", "한국", "\u{1112}\u{1161}\u{11AB}", "🎉", "a🎉b", "👩‍🚀", "---", "_", "a_b",
    "foo-bar", "foo", "bar", "42", "4", "v4.2", "½", "²", "Ⅷ", "ﬁ", "ไทย", "क्षि", "\u{200D}", "\"",
    "*", "AND", "NOT", "a:b", "\u{2400}", "\u{10FFFF}", "K",
  ]

  static func text(words count: ClosedRange<Int>, using random: inout SeededRandom) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in random.pick(words) }
      .joined(separator: random.pick([" ", " ", " ", ", ", "", "\n"]))
  }
}
