import Foundation
import InboxTestSupport
import Testing

@testable import InboxText

/// Texts read on Saturday, 31 January 2026, at 13:00 in Berlin, which is 12:00 in UTC.
@Suite struct MomentReaderTests {
  private let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)

  private static let moments: [(String, String)] = [
    ("10m", "2026-01-31T12:10:00Z"), ("2h", "2026-01-31T14:00:00Z"),
    ("1h30m", "2026-01-31T13:30:00Z"), ("1h 30m", "2026-01-31T13:30:00Z"),
    ("90s", "2026-01-31T12:01:30Z"), ("3d", "2026-02-03T12:00:00Z"),
    ("1w", "2026-02-07T12:00:00Z"), ("1w2d3h", "2026-02-09T15:00:00Z"),
    ("in 10 minutes", "2026-01-31T12:10:00Z"), ("1 hour", "2026-01-31T13:00:00Z"),
    ("2 Days", "2026-02-02T12:00:00Z"), ("+5min", "2026-01-31T12:05:00Z"),
    ("tonight", "2026-01-31T19:00:00Z"), ("tonite", "2026-01-31T19:00:00Z"),
    ("this evening", "2026-01-31T19:00:00Z"),
    ("This  Afternoon", "2026-01-31T14:00:00Z"), ("evening", "2026-01-31T19:00:00Z"),
    ("noon", "2026-02-01T11:00:00Z"), ("tomorrow", "2026-02-01T08:00:00Z"),
    ("tomorrow 9am", "2026-02-01T08:00:00Z"), ("tomorrow at 18:15", "2026-02-01T17:15:00Z"),
    ("18:15 tomorrow", "2026-02-01T17:15:00Z"), ("tomorrow evening", "2026-02-01T19:00:00Z"),
    ("today 14:00", "2026-01-31T13:00:00Z"), ("9am", "2026-02-01T08:00:00Z"),
    ("9 am", "2026-02-01T08:00:00Z"), ("12am", "2026-01-31T23:00:00Z"),
    ("12pm", "2026-02-01T11:00:00Z"), ("9:30PM", "2026-01-31T20:30:00Z"),
    ("17:30", "2026-01-31T16:30:00Z"), ("17:30:15", "2026-01-31T16:30:15Z"),
    ("9:05", "2026-02-01T08:05:00Z"), ("13:00", "2026-02-01T12:00:00Z"),
    ("monday", "2026-02-02T08:00:00Z"), ("mon 14:00", "2026-02-02T13:00:00Z"),
    ("fri", "2026-02-06T08:00:00Z"), ("saturday", "2026-02-07T08:00:00Z"),
    ("sat 14:00", "2026-02-07T13:00:00Z"), ("sunday", "2026-02-01T08:00:00Z"),
    ("next week", "2026-02-02T08:00:00Z"), ("next week 17:00", "2026-02-02T16:00:00Z"),
    ("weekend", "2026-02-07T08:00:00Z"), ("this weekend noon", "2026-02-01T11:00:00Z"),
    ("2026-12-24", "2026-12-24T08:00:00Z"), ("2026-12-24 18:00", "2026-12-24T17:00:00Z"),
    ("2026-12-24T18:00", "2026-12-24T17:00:00Z"), ("2026-07-24 6pm", "2026-07-24T16:00:00Z"),
    ("2026-12-24T18:00:00.250", "2026-12-24T17:00:00.250Z"),
    ("2026-12-24T18:00:00Z", "2026-12-24T18:00:00Z"),
    ("2026-12-24t18:00:00-05:00", "2026-12-24T23:00:00Z"),
    ("1798135200", "2026-12-24T18:00:00Z"), ("1798135200.5", "2026-12-24T18:00:00.500Z"),
    ("2026-12-24T18:00Z", "2026-12-24T18:00:00Z"), ("2026-12-24 18:00z", "2026-12-24T18:00:00Z"),
    ("2026-12-24T18:00+01:00", "2026-12-24T17:00:00Z"),
    ("midnight", "2026-01-31T23:00:00Z"), ("sunday midnight", "2026-02-01T23:00:00Z"),
    (" \tmonday ", "2026-02-02T08:00:00Z"),
    // Durations as people say them.
    ("in an hour", "2026-01-31T13:00:00Z"), ("an hour", "2026-01-31T13:00:00Z"),
    ("in a minute", "2026-01-31T12:01:00Z"), ("half an hour", "2026-01-31T12:30:00Z"),
    ("in half an hour", "2026-01-31T12:30:00Z"), ("half a day", "2026-02-01T00:00:00Z"),
    ("1.5h", "2026-01-31T13:30:00Z"), ("1.5 hours", "2026-01-31T13:30:00Z"),
    (".5h", "2026-01-31T12:30:00Z"), ("1.5d", "2026-02-02T00:00:00Z"),
    ("1h30", "2026-01-31T13:30:00Z"), ("2 hours and 30 minutes", "2026-01-31T14:30:00Z"),
    ("2 hours, 30 minutes", "2026-01-31T14:30:00Z"), ("3 days later", "2026-02-03T12:00:00Z"),
    ("2 hours from now", "2026-01-31T14:00:00Z"),
    ("1 month", "2026-02-28T12:00:00Z"), ("in 2 months", "2026-03-31T11:00:00Z"),
    ("a month", "2026-02-28T12:00:00Z"), ("3mo", "2026-04-30T11:00:00Z"),
    ("1 year", "2027-01-31T12:00:00Z"), ("1.5 years", "2027-07-31T11:00:00Z"),
    ("1 year 2 days", "2027-02-02T12:00:00Z"), ("an hour and a half", "2026-01-31T13:30:00Z"),
    ("2 hours and half an hour", "2026-01-31T14:30:00Z"),
    ("a day and a half", "2026-02-02T00:00:00Z"),
    // Days and times.
    ("tomorrow at 9", "2026-02-01T08:00:00Z"), ("tomorrow 9", "2026-02-01T08:00:00Z"),
    ("9 tomorrow", "2026-02-01T08:00:00Z"), ("at 9", "2026-02-01T08:00:00Z"),
    ("at 18", "2026-01-31T17:00:00Z"), ("at noon", "2026-02-01T11:00:00Z"),
    ("9 o'clock", "2026-02-01T08:00:00Z"), ("monday at 14", "2026-02-02T13:00:00Z"),
    ("tonight 9pm", "2026-01-31T20:00:00Z"), ("tonight at 9", "2026-01-31T20:00:00Z"),
    ("tonight at 21:30", "2026-01-31T20:30:00Z"), ("this evening 8pm", "2026-01-31T19:00:00Z"),
    ("tonight 1am", "2026-02-01T00:00:00Z"), ("9 tonight", "2026-01-31T20:00:00Z"),
    ("tonight at 1", "2026-02-01T00:00:00Z"), ("tonight at 12", "2026-01-31T23:00:00Z"),
    ("tonight 5", "2026-01-31T16:00:00Z"), ("9.30pm", "2026-01-31T20:30:00Z"),
    ("tomorrow night", "2026-02-01T19:00:00Z"),
    ("tomorrow, 9 a.m.", "2026-02-01T08:00:00Z"), ("next monday", "2026-02-02T08:00:00Z"),
    ("next monday at 10", "2026-02-02T09:00:00Z"), ("this friday", "2026-02-06T08:00:00Z"),
    ("on friday", "2026-02-06T08:00:00Z"), ("midday", "2026-02-01T11:00:00Z"),
    ("in the morning", "2026-02-01T08:00:00Z"), ("in the evening", "2026-01-31T19:00:00Z"),
    ("day after tomorrow", "2026-02-02T08:00:00Z"),
    ("the day after tomorrow at noon", "2026-02-02T11:00:00Z"),
    // Dates.
    ("Dec 24", "2026-12-24T08:00:00Z"), ("24 Dec", "2026-12-24T08:00:00Z"),
    ("December 24th", "2026-12-24T08:00:00Z"), ("24. December", "2026-12-24T08:00:00Z"),
    ("24th of December", "2026-12-24T08:00:00Z"), ("1 of May 2027", "2027-05-01T07:00:00Z"),
    ("Jan 5", "2027-01-05T08:00:00Z"), ("Feb 29", "2028-02-29T08:00:00Z"),
    ("Dec 24 2027", "2027-12-24T08:00:00Z"), ("Dec 24, 2027 6pm", "2027-12-24T17:00:00Z"),
    ("Dec 24 at 18:00", "2026-12-24T17:00:00Z"), ("24 December 2026 18:00", "2026-12-24T17:00:00Z"),
    ("Thursday, Dec 24 2026", "2026-12-24T08:00:00Z"), ("24.12.2026", "2026-12-24T08:00:00Z"),
    ("2026/12/24 18:00", "2026-12-24T17:00:00Z"),
    // What programs print.
    ("Thu, 24 Dec 2026 18:00:00 +0100", "2026-12-24T17:00:00Z"),
    ("Thu, 24 Dec 2026 18:00:00 GMT", "2026-12-24T18:00:00Z"),
    ("Thu Dec 24 18:00:00 2026", "2026-12-24T17:00:00Z"),
    ("Thu Dec 24 18:00:00 UTC 2026", "2026-12-24T18:00:00Z"),
    ("2026-12-24T18:00:00+0100", "2026-12-24T17:00:00Z"),
    ("2026-12-24 18:00:00 +0100", "2026-12-24T17:00:00Z"),
    ("2026-12-24 18:00:00 -05:00", "2026-12-24T23:00:00Z"),
    ("2026-12-24 18:00 UTC", "2026-12-24T18:00:00Z"),
    ("@1798135200", "2026-12-24T18:00:00Z"), ("1798135200000", "2026-12-24T18:00:00Z"),
    ("1798135200250", "2026-12-24T18:00:00.250Z"),
  ]

  @Test(arguments: moments.indices) func `what people write means a moment ahead`(
    _ index: Int
  ) throws {
    let (text, expected) = Self.moments[index]
    #expect(RFC3339.string(from: try reader.date(text)) == expected, "\(text)")
    #expect(RFC3339.string(from: try reader.futureDate(text)) == expected, "\(text)")
  }

  @Test(arguments: [
    ("-2h", "2026-01-31T10:00:00Z"), ("-3d", "2026-01-28T12:00:00Z"),
    ("yesterday 17:30", "2026-01-30T16:30:00Z"), ("today", "2026-01-31T08:00:00Z"),
    ("this morning", "2026-01-31T08:00:00Z"), ("2020-01-01", "2020-01-01T08:00:00Z"),
    ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"), ("0m", "2026-01-31T12:00:00Z"),
    ("1000000000", "2001-09-09T01:46:40Z"), ("2 hours ago", "2026-01-31T10:00:00Z"),
    ("an hour ago", "2026-01-31T11:00:00Z"), ("an hour and a half ago", "2026-01-31T10:30:00Z"),
    ("a week ago", "2026-01-24T12:00:00Z"),
    ("1 month ago", "2025-12-31T12:00:00Z"), ("yesterday at 9", "2026-01-30T08:00:00Z"),
    ("@0", "1970-01-01T00:00:00Z"), ("now", "2026-01-31T12:00:00Z"),
    ("day before yesterday", "2026-01-29T08:00:00Z"),
  ]) func `what is over is reported where only the future will do`(
    _ text: String, _ expected: String
  ) throws {
    let date = try reader.date(text)
    #expect(RFC3339.string(from: date) == expected)
    #expect(throws: TimeExpressionError(column: 1, kind: .past(date, in: reader.timeZone))) {
      try reader.futureDate(text)
    }
  }

  @Test func `only a duration is taken for one`() throws {
    #expect(try reader.futureDate(after: "1h30m") == .testing(5_400))
    for text in ["-1m", "0s", "0d"] {
      let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(after: text) }
      #expect(problem?.kind == .emptyDuration(text))
    }
    for text in ["tomorrow", "17:30", "2026-12-24", "1798135200"] {
      let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(after: text) }
      #expect(problem?.kind == .noDuration(text))
    }
  }

  @Test func `nobody waits for more than ten years, but until any date`() throws {
    #expect(try reader.futureDate("3653d") > .testing(3_652 * 86_400))
    for text in ["3654d", "100000d", "3653d 1s"] {
      let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(text) }
      #expect(problem?.kind == .longDuration(text, days: 3_653))
      #expect(throws: Never.self) { try reader.date(text) }
    }
    #expect(throws: Never.self) { try reader.futureDate("2300-01-01") }
  }

  @Test func `a night that has begun is over as tonight`() throws {
    let late = TimeExpressionReader(now: .testing(8 * 3_600), timeZone: .berlin)
    let problem = TimeExpressionError(
      column: 1, kind: .past(.testing(7 * 3_600), in: .berlin),
      expected: ["22:00", "tomorrow evening"])
    #expect(throws: problem) { try late.futureDate("tonight") }
    #expect(throws: problem) { try late.futureDate("this evening") }
    for text in problem.expected { _ = try late.futureDate(text) }
    let latest = TimeExpressionReader(now: .testing(10.5 * 3_600), timeZone: .berlin)
    let last = #expect(throws: TimeExpressionError.self) { try latest.futureDate("tonight") }
    #expect(last?.expected == ["midnight", "tomorrow evening"])
    #expect(try late.futureDate("evening") == .testing(31 * 3_600))
  }

  @Test(arguments: [
    ("2026-01-29T12:00:00Z", "this weekend", "2026-01-31T08:00:00Z"),
    ("2026-01-31T07:00:00Z", "this weekend", "2026-01-31T08:00:00Z"),
    ("2026-01-31T09:00:00Z", "this weekend", "2026-02-01T08:00:00Z"),
    ("2026-01-31T09:00:00Z", "this weekend evening", "2026-01-31T19:00:00Z"),
    ("2026-02-01T07:00:00Z", "this weekend", "2026-02-01T08:00:00Z"),
    ("2026-02-01T09:00:00Z", "this weekend 20:00", "2026-02-01T19:00:00Z"),
    ("2026-02-01T09:00:00Z", "weekend", "2026-02-07T08:00:00Z"),
  ])
  func `this weekend is what is left of it`(now: String, text: String, expected: String) throws {
    let now = try #require(RFC3339.date(from: now))
    let date = try TimeExpressionReader(now: now, timeZone: .berlin).futureDate(text)
    #expect(RFC3339.string(from: date) == expected)
  }

  @Test func `on Sunday evening this weekend is over`() throws {
    let now = try #require(RFC3339.date(from: "2026-02-01T18:00:00Z"))
    let reader = TimeExpressionReader(now: now, timeZone: .berlin)
    #expect(throws: TimeExpressionError.self) { try reader.futureDate("this weekend") }
  }
}
