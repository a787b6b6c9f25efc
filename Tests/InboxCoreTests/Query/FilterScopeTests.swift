import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Filters that are asked only of what another filter lets through.
@Suite struct FilterScopeTests {
  private let inbox: Inbox

  /// One message for each set of the clock's reasons, named after it.
  init() throws {
    inbox = try .testing()
    _ = try inbox.push(
      [
        .make("none"), .make("snoozed"),
        .make("expired", expiresAt: .testing(5)), .make("both", expiresAt: .testing(5)),
        .make("scheduled", startsAt: .testing(99)),
      ], defaultSource: "cli")
    _ = try inbox.at(.testing(1)).perform(
      .snooze(until: .date(.testing(50))), on: .numbers([.init(2), .init(4)]))
  }

  private func titles(_ text: String, within scope: String) throws -> [String?] {
    func filter(_ text: String) throws -> MessageFilter {
      try MessageFilter(parsing: text, now: .testing(10), timeZone: .gmt)
    }
    let query = MessageQuery(filter: try filter(text).within(filter(scope)))
    let snapshot = try inbox.at(.testing(10)).snapshot(
      of: query, in: MessageWindow(limit: 9), countingMatches: true)
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
