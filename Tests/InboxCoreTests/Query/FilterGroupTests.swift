import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Brackets and `OR` in filters.
struct FilterGroupTests {
  @Test(arguments: [
    ("a OR b", "a OR b"), ("a b OR c", "a b OR c"), ("a (b OR c)", "a b OR a c"),
    ("(a OR b) (c OR d)", "a c OR a d OR b c OR b d"), ("(a)", "a"), ("((a OR b))", "a OR b"),
    ("-(a OR b)", "-a -b"), ("-(a b)", "-a OR -b"), ("-(-a b)", "a OR -b"),
    ("-(source:x source:y tag:z)", "-source:x -source:y OR -tag:z"),
    ("is:pinned (is:deleted OR is:unread)", "is:pinned is:deleted OR is:pinned is:unread"),
    ("source:x (source:y OR is:pinned)", "source:x (source:y) OR source:x is:pinned"),
    ("(main() or) x", "x main()* \"or\"*"), ("(\"a b\") OR (tag:\"c)\")", "\"a b\" OR tag:\"c)\""),
    ("text:re:a|b OR c", "text:re:a|b OR c"),
  ])
  func `a group is read as its alternatives`(_ text: String, _ expected: String) throws {
    let read = try MessageFilter(text)
    let shown = expected.replacing("main()*", with: "\"main()\"*")
    #expect(read.text == shown)
    #expect(try MessageFilter(read.text) == read)
  }

  private func numbers(_ text: String, in inbox: Inbox) throws -> [Int64] {
    let rows = try inbox.rows(text)
    #expect(try inbox.count(matching: MessageFilter(text)) == rows.count)
    return rows.map(\.number.rawValue).sorted()
  }

  @Test func `the inbox finds what any alternative means, each once`() throws {
    let inbox = try Inbox.testing()
    for number in 1...12 {
      try inbox.push(
        .make(
          "m\(number) disk", source: number.isMultiple(of: 2) ? "even" : "odd",
          tags: number.isMultiple(of: 3) ? ["three"] : nil))
    }
    try inbox.perform(.delete, on: [2, 3])
    for (text, expected): (String, [Int64]) in [
      ("source:even OR tag:three", [4, 6, 8, 9, 10, 12]),
      ("source:odd (tag:three OR m1)", [1, 9, 11]),
      ("source:odd (is:deleted OR tag:three)", [3, 9]), ("-(source:odd OR tag:three)", [4, 8, 10]),
      ("source:even (source:odd OR text:m4)", [4]), ("text:9 OR text:re:m1[01]\\b", [9, 10, 11]),
    ] { #expect(try numbers(text, in: inbox) == expected, "\(text)") }
  }

  @Test(arguments: [
    ("priority>1 priority<4", [2, 3]), ("priority=1 priority=5", [1, 5]),
    ("priority>1 -priority>3", [2, 3]), ("priority=4 priority=5 priority<5", [4]),
    ("priority>1 (priority<4)", [2, 3]), ("-(priority>1 priority<4)", [1, 4, 5]),
    ("occurrences>1 occurrences<4", [2, 3]), ("occurrences=1 occurrences=4", [1, 4]),
    ("occurrences:1 occurrences:4 occurrences>1", [4]),
    ("age>10s age<35s", [2, 3]), ("before:-10s before:-35s", [4, 5]),
    ("after:-40s after:-15s", [1]),
  ])
  func `bounds must all hold, and equal values unite`(text: String, expected: [Int64]) throws {
    let inbox = try Inbox.testing()
    for (number, priority) in Priority.allCases.enumerated() {
      let payload = Payload.make("m\(number + 1)", priority: priority)
        .with { $0.local.occurrences = number + 1 }
      _ = try inbox.at(-10 * Double(number + 1)).importMessages([payload], replacing: false)
    }
    #expect(try numbers(text, in: inbox) == expected)
    let found = try inbox.stored().filter { try MessageFilter(text).matches($0, at: .testing) }
    #expect(found.map(\.number.rawValue).sorted() == expected)
  }

  @Test func `what would be too much is refused`() {
    let many = Array(repeating: "(a OR b)", count: 6).joined(separator: " ")
    #expect(throws: FilterError.self) { try MessageFilter(many) }
    let deep = String(repeating: "(", count: 300) + "a" + String(repeating: ")", count: 300)
    #expect(throws: FilterError.self) { try MessageFilter(deep) }
  }
}

/// Filters that are asked only of what another filter lets through.
@Suite struct FilterScopeTests {
  private let inbox: Inbox

  /// One message for each set of the clock's reasons, named after it.
  init() throws {
    inbox = try .testing()
    try inbox.push(
      .make("none"), .make("snoozed"),
      .make("expired", expiresAt: .testing(5)), .make("both", expiresAt: .testing(5)),
      .make("scheduled", startsAt: .testing(99)), from: "cli")
    try inbox.at(1).perform(.snooze(until: 50), on: [2, 4])
  }

  private func titles(_ text: String, within scope: String) throws -> [String?] {
    let now = Date.testing(10)
    let filter = try MessageFilter(text, at: now).within(MessageFilter(scope, at: now))
    let snapshot = try inbox.at(now).snapshot(
      of: MessageQuery(filter: filter), in: MessageWindow(limit: 9), countingMatches: true)
    #expect(snapshot.matchCount == snapshot.rows.count)
    return snapshot.rows.map(\.title).sorted { ($0 ?? "") < ($1 ?? "") }
  }

  @Test(arguments: [
    ("is:snoozed", "is:expired", ["both"]), ("is:expired", "is:snoozed", ["both"]),
    ("is:snoozed is:scheduled", "is:expired", ["both"]),
    ("is:active is:expired", "", ["both", "expired", "none"]),
    ("is:active is:expired", "is:active", ["none"]), ("is:active", "is:expired", []),
    ("", "is:active is:expired", ["both", "expired", "none"]),
    ("is:scheduled", "is:expired", []), ("is:expired", "is:expired", ["both", "expired"]),
    ("is:snoozed", "", ["both", "snoozed"]), ("", "is:snoozed", ["both", "snoozed"]),
    ("is:snoozed is:expired", "is:snoozed is:expired", ["both", "expired", "snoozed"]),
    ("source:cli", "source:other", []), ("is:unread", "is:read", []),
    ("is:any", "is:expired", ["both", "expired"]), ("", "is:any", ["none"]),
  ])
  func `what lies outside of the scope is never matched`(
    text: String, scope: String, expected: [String]
  ) throws {
    #expect(try titles(text, within: scope) == expected)
  }

  @Test func `a scope within a scope narrows it, for the same key too`() {
    let sources = ["a", "b"].map { MessageFilter([.init(.source($0))]) }
    let filter = MessageFilter.all.within(sources[0]).within(sources[1])
    #expect(filter == .all.within(sources[0].within(sources[1])))
    #expect(FilterCriteria(filter, at: .testing).groups.count == 2)
    #expect(!filter.matches(.make(source: "a"), at: .testing))
  }
}
