import Foundation
import InboxTestSupport
import Testing

@testable import InboxText

/// Texts read on Saturday, 31 January 2026, at 13:00 in Berlin, unless another time is given.
@Suite struct TypedTimeTests {
  @Test(arguments: rows(of: "typed-moments")) func `what people type is a time ahead`(
    _ row: [String]
  ) throws {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    #expect(RFC3339.string(from: try reader.futureDate(row[0])) == row[1])
  }

  @Test(arguments: rows(of: "days")) func `the current time decides which day is meant`(
    _ row: [String]
  ) throws {
    let now = try #require(RFC3339.date(from: row[1]))
    let date = try TimeExpressionReader(now: now, timeZone: .named(row[0])).futureDate(row[2])
    #expect(RFC3339.string(from: date) == row[3])
  }

  @Test(arguments: rows(of: "refused-times"))
  func `what has two meanings is refused with what to write`(_ row: [String]) {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(row[0]) }
    #expect(problem?.message == row[1])
  }

  @Test(arguments: [
    ("2M", ["2mo", "2m"]), ("9:30h", ["9:30", "9h30m"]), ("eod", ["17:00", "midnight"]),
    ("end of week", ["friday 17:00", "sunday midnight"]), ("24/12/27", ["24 Dec 2027"]),
    ("Fri Dec 24", ["Thu 24 Dec 2026", "Fri 24 Dec 2027"]),
    ("Dec 24 2130", ["24 Dec 21:30", "2130-12-24"]), ("1,500h", ["1.500h", "1500h"]),
    ("1.50h", ["1h50m", "90m"]), ("1.12h", ["1h12m", "4032s"]),
  ]) func `what a message says to write is understood`(_ text: String, _ expected: [String]) throws
  {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    let problem = #expect(throws: TimeExpressionError.self) { try reader.date(text) }
    #expect(problem?.expected == expected)
    for text in expected { _ = try reader.futureDate(text) }
  }

  @Test func `next weekend has two meanings from Monday to Friday`() throws {
    for day in 2...6 {
      let now = try #require(RFC3339.date(from: "2026-02-0\(day)T12:00:00Z"))
      let reader = TimeExpressionReader(now: now, timeZone: .berlin)
      let problem = TimeExpressionError(
        column: 1, kind: .ambiguous("Next weekend"), expected: ["7 Feb 2026", "14 Feb 2026"])
      #expect(throws: problem) { try reader.date("Next weekend") }
    }
  }

  @Test func `tomorrow in another zone has two meanings while the days differ`() throws {
    // It is Sunday in Berlin already.
    let now = try #require(RFC3339.date(from: "2026-01-31T23:30:00Z"))
    let reader = TimeExpressionReader(now: now, timeZone: .berlin)
    let expected = ["2026-02-02T18:00:00Z", "2026-02-01T18:00:00Z"]
    #expect(
      throws: TimeExpressionError(
        column: 1, kind: .ambiguous("tomorrow 18:00 UTC"), expected: expected)
    ) {
      try reader.date("tomorrow 18:00 UTC")
    }
    #expect(RFC3339.string(from: try reader.date("18:00 UTC")) == "2026-02-01T18:00:00Z")
    #expect(RFC3339.string(from: try reader.date("3 Feb 18:00 UTC")) == "2026-02-03T18:00:00Z")
  }

  @Test(arguments: [
    "17h friday", "monday 2h", "tomorrow in 2 hours", "monday in 2 days", "2 hours at 9",
    "a week from", "week from monday", "in 2 hours from monday", "P", "PT", "P2H", "PT2D", "P1DT",
    "1PT2H", "now 2h", "nowhere", "now+", "1/0 hour", "11/12 hours", "2,5,3h", "1:60h", "1:30d",
    "17:30 +15", "18:00 XYZ", "CET", "18:00 CET UTC", "tomorrow CET", "24.12", "24.13.", "12/24/",
    "0/5", "13/13/2027", "fifty",
    "twenty fifteen minutes", "half", "a couple", "friday monday", "next week next month",
    "monday next week friday", "the the", "24th 25th", "tonight this morning", "9am 0900",
    "dec 24 monday tuesday", "½", "M", "2 MM", "1h M", "half 9", "next next monday",
    "999999999999999999.30h",
  ]) func `garbage stays refused`(_ text: String) {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    #expect(throws: TimeExpressionError.self) { try reader.date(text) }
  }

  @Test(arguments: [
    ("last monday", "2026-01-25T23:00:00Z"), ("last mon", "2026-01-25T23:00:00Z"),
    ("last saturday", "2026-01-23T23:00:00Z"), ("saturday", "2026-01-30T23:00:00Z"),
    ("last week", "2026-01-18T23:00:00Z"), ("this week", "2026-01-25T23:00:00Z"),
    ("friday last week", "2026-01-22T23:00:00Z"), ("last weekend", "2026-01-23T23:00:00Z"),
    ("last month", "2025-11-30T23:00:00Z"), ("this month", "2025-12-31T23:00:00Z"),
    ("last year", "2024-12-31T23:00:00Z"), ("this year", "2025-12-31T23:00:00Z"),
    ("last night", "2026-01-30T19:00:00Z"), ("last night at 11", "2026-01-30T22:00:00Z"),
    ("last night at 1", "2026-01-31T00:00:00Z"), ("midnight", "2026-01-30T23:00:00Z"),
    ("yesterday midnight", "2026-01-30T23:00:00Z"), ("18:00Z", "2026-01-31T18:00:00Z"),
    ("18:00 CET", "2026-01-31T17:00:00Z"), ("13/4", "2025-04-12T22:00:00Z"),
    ("24.12.", "2025-12-23T23:00:00Z"), ("the 24th", "2026-01-23T23:00:00Z"),
    ("Wed Dec 24", "2025-12-23T23:00:00Z"), ("2 days ago at 9", "2026-01-29T08:00:00Z"),
    ("next monday", "2026-02-01T23:00:00Z"), ("a week from monday", "2026-02-08T23:00:00Z"),
    ("-P1M", "2025-12-31T12:00:00Z"), ("1 month ago", "2025-12-31T12:00:00Z"),
    ("20260124", "2026-01-23T23:00:00Z"),
  ]) func `in filters days have begun`(_ text: String, _ expected: String) throws {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    let date = try #require(RFC3339.date(from: expected))
    #expect(try reader.boundary(text) == .at(date))
  }

  @Test func `durations in filters stay relative`() throws {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    #expect(try reader.boundary("-PT2H") == .relative(seconds: -7_200))
    #expect(try reader.boundary("now-2h") == .relative(seconds: -7_200))
    #expect(try reader.boundary("-1,5h") == .relative(seconds: -5_400))
    #expect(throws: TimeExpressionError.self) { try reader.boundary("PT2H") }
    #expect(throws: TimeExpressionError.self) { try reader.boundary("-2M") }
    #expect(throws: TimeExpressionError.self) { try reader.boundary("999999w from monday") }
  }
}
