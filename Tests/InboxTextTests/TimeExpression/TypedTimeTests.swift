import Foundation
import InboxTestSupport
import Testing

@testable import InboxText

/// Texts read on Saturday, 31 January 2026, at 13:00 in Berlin, unless another time is given.
@Suite struct TypedTimeTests {
  private static let moments: [(String, String)] = [
    // Durations.
    ("1H30M", "2026-01-31T13:30:00Z"), ("2MO", "2026-03-31T11:00:00Z"),
    ("3 mos", "2026-04-30T11:00:00Z"), ("2 mths", "2026-03-31T11:00:00Z"),
    ("a fortnight", "2026-02-14T12:00:00Z"), ("2 fortnights", "2026-02-28T12:00:00Z"),
    ("1,5h", "2026-01-31T13:30:00Z"), ("1,25 hours", "2026-01-31T13:15:00Z"),
    ("2½ hours", "2026-01-31T14:30:00Z"), ("2½h", "2026-01-31T14:30:00Z"),
    ("½ hour", "2026-01-31T12:30:00Z"), ("half a year", "2026-07-31T11:00:00Z"),
    ("1:30h", "2026-01-31T13:30:00Z"), ("0:45 hours", "2026-01-31T12:45:00Z"),
    ("in 1:30 hours", "2026-01-31T13:30:00Z"), ("a half hour", "2026-01-31T12:30:00Z"),
    ("now+2h", "2026-01-31T14:00:00Z"), ("now + 2h", "2026-01-31T14:00:00Z"),
    ("now +1d", "2026-02-01T12:00:00Z"),
    ("PT2H", "2026-01-31T14:00:00Z"), ("pt1.5h", "2026-01-31T13:30:00Z"),
    ("in PT2M", "2026-01-31T12:02:00Z"), ("P2W", "2026-02-14T12:00:00Z"),
    ("P1DT12H", "2026-02-02T00:00:00Z"), ("P1Y2M10DT2H30M", "2027-04-10T13:30:00Z"),
    // Past the end of a month it is its last day.
    ("P1M", "2026-02-28T12:00:00Z"), ("13 months", "2027-02-28T12:00:00Z"),
    ("25 months", "2028-02-29T12:00:00Z"), ("a month from tomorrow", "2026-03-01T08:00:00Z"),
    // Days counted from other days.
    ("a week from monday", "2026-02-09T08:00:00Z"), ("2 weeks from today", "2026-02-14T08:00:00Z"),
    ("a week from friday at 10", "2026-02-13T09:00:00Z"),
    ("2 days after dec 24", "2026-12-26T08:00:00Z"), ("a week from now", "2026-02-07T12:00:00Z"),
    ("in 3 days at 9am", "2026-02-03T08:00:00Z"), ("in a month at noon", "2026-02-28T11:00:00Z"),
    ("in a month at 12", "2026-02-28T11:00:00Z"),
    // Weeks, months and years.
    ("friday next week", "2026-02-06T08:00:00Z"), ("next week friday 10am", "2026-02-06T09:00:00Z"),
    ("sunday this week", "2026-02-01T08:00:00Z"), ("week after next", "2026-02-09T08:00:00Z"),
    ("next weekend", "2026-02-07T08:00:00Z"), ("next month", "2026-02-01T08:00:00Z"),
    ("next month 17:00", "2026-02-01T16:00:00Z"), ("next year", "2027-01-01T08:00:00Z"),
    ("end of month 17:00", "2026-01-31T16:00:00Z"),
    ("end of the month 5pm", "2026-01-31T16:00:00Z"),
    // Abbreviated days.
    ("next mon 9am", "2026-02-02T08:00:00Z"), ("this fri", "2026-02-06T08:00:00Z"),
    ("tues", "2026-02-03T08:00:00Z"), ("weds", "2026-02-04T08:00:00Z"),
    ("thur", "2026-02-05T08:00:00Z"), ("thurs 9am", "2026-02-05T08:00:00Z"),
    ("tmrw", "2026-02-01T08:00:00Z"), ("tmr at 9", "2026-02-01T08:00:00Z"),
    // Midnight ends the day that is named; 0:00 and 12am start it.
    ("tomorrow midnight", "2026-02-01T23:00:00Z"), ("midnight tomorrow", "2026-02-01T23:00:00Z"),
    ("friday midnight", "2026-02-06T23:00:00Z"), ("today midnight", "2026-01-31T23:00:00Z"),
    ("tonight midnight", "2026-01-31T23:00:00Z"), ("Dec 31 at midnight", "2026-12-31T23:00:00Z"),
    ("12 midnight", "2026-01-31T23:00:00Z"), ("monday 12 noon", "2026-02-02T11:00:00Z"),
    ("tomorrow 0:00", "2026-01-31T23:00:00Z"), ("tomorrow 12am", "2026-01-31T23:00:00Z"),
    // Clocks.
    ("tomorrow 0900", "2026-02-01T08:00:00Z"), ("2026-12-24 1800", "2026-12-24T17:00:00Z"),
    ("at 1830", "2026-01-31T17:30:00Z"), ("Dec 24 0900", "2026-12-24T08:00:00Z"),
    ("fri 17h", "2026-02-06T16:00:00Z"), ("fri 17h30", "2026-02-06T16:30:00Z"),
    ("tomorrow 18:00h", "2026-02-01T17:00:00Z"), ("at 18:00 h", "2026-01-31T17:00:00Z"),
    ("17h", "2026-02-01T05:00:00Z"),
    // Parts of the day say which half is meant.
    ("tonight 9:30", "2026-01-31T20:30:00Z"), ("tonight 12:30", "2026-01-31T23:30:00Z"),
    ("tomorrow morning at 9", "2026-02-01T08:00:00Z"),
    ("tomorrow evening 8", "2026-02-01T19:00:00Z"),
    ("friday night at 1", "2026-02-07T00:00:00Z"), ("at 8 in the evening", "2026-01-31T19:00:00Z"),
    ("8 in the morning", "2026-02-01T07:00:00Z"), ("monday afternoon at 3", "2026-02-02T14:00:00Z"),
    // Zones.
    ("18:00Z", "2026-01-31T18:00:00Z"), ("11:00Z", "2026-02-01T11:00:00Z"),
    ("6pm UTC", "2026-01-31T18:00:00Z"), ("18:00 GMT", "2026-01-31T18:00:00Z"),
    ("18:00 CET", "2026-01-31T17:00:00Z"), ("9am cet", "2026-02-01T08:00:00Z"),
    ("18:00 +0200", "2026-01-31T16:00:00Z"), ("18:00-05:00", "2026-01-31T23:00:00Z"),
    ("tomorrow 18:00 UTC", "2026-02-01T18:00:00Z"), ("Jul 24 18:00 CEST", "2026-07-24T16:00:00Z"),
    // Dates.
    ("Fri 27 Nov 09:00", "2026-11-27T08:00:00Z"), ("Thu Dec 24", "2026-12-24T08:00:00Z"),
    ("Dec 24 Thu", "2026-12-24T08:00:00Z"), ("24.12.", "2026-12-24T08:00:00Z"),
    ("24.12. 18:00", "2026-12-24T17:00:00Z"), ("3.4.", "2026-04-03T07:00:00Z"),
    ("20271224", "2027-12-24T08:00:00Z"), ("20271224 1800", "2027-12-24T17:00:00Z"),
    ("20271224T180000Z", "2027-12-24T18:00:00Z"), ("20271224T1800", "2027-12-24T17:00:00Z"),
    ("12/24/2027", "2027-12-24T08:00:00Z"), ("24/12/2027", "2027-12-24T08:00:00Z"),
    ("24-12-2027", "2027-12-24T08:00:00Z"), ("13/4", "2026-04-13T07:00:00Z"),
    ("12/24", "2026-12-24T08:00:00Z"), ("5/5", "2026-05-05T07:00:00Z"),
    ("the 24th", "2026-02-24T08:00:00Z"), ("on the 1st at 10", "2026-02-01T09:00:00Z"),
    // February has no 30th.
    ("the 30th", "2026-03-30T07:00:00Z"), ("friday the 13th", "2026-02-13T08:00:00Z"),
    // The output of `date`.
    ("Fri Dec 24 18:00:00 CET 2027", "2027-12-24T17:00:00Z"),
    ("Sat Jul 24 18:00:00 CEST 2027", "2027-07-24T16:00:00Z"),
    ("Fri Dec 24 06:00:00 PM CET 2027", "2027-12-24T17:00:00Z"),
    ("Fri Dec 24 18:00:00 +03 2027", "2027-12-24T15:00:00Z"),
    ("Sun Oct 25 02:30:00 CEST 2026", "2026-10-25T00:30:00Z"),
    ("Sun Oct 25 02:30:00 CET 2026", "2026-10-25T01:30:00Z"),
  ]

  @Test(arguments: moments) func `what people type is a time ahead`(
    _ text: String, _ expected: String
  ) throws {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    #expect(RFC3339.string(from: try reader.futureDate(text)) == expected)
  }

  private static let days: [(TimeZone, now: String, text: String, expected: String)] = [
    // A Tuesday.
    (.berlin, "2026-01-27T12:00:00Z", "friday in 2 weeks", "2026-02-13T08:00:00Z"),
    (.berlin, "2026-01-27T12:00:00Z", "fri in a week at 17:00", "2026-02-06T16:00:00Z"),
    (.berlin, "2026-01-27T12:00:00Z", "friday next week", "2026-02-06T08:00:00Z"),
    (.berlin, "2026-01-27T12:00:00Z", "end of month", "2026-01-31T08:00:00Z"),
    // Sunday and Monday.
    (.berlin, "2026-02-01T12:00:00Z", "next weekend", "2026-02-07T08:00:00Z"),
    (.berlin, "2026-02-01T12:00:00Z", "monday next week", "2026-02-02T08:00:00Z"),
    (.berlin, "2026-02-02T12:00:00Z", "a week from monday", "2026-02-16T08:00:00Z"),
    (.berlin, "2026-02-02T07:00:00Z", "monday this week", "2026-02-02T08:00:00Z"),
    (.berlin, "2026-02-15T12:00:00Z", "end of month", "2026-02-28T08:00:00Z"),
    (.berlin, "2028-02-15T12:00:00Z", "end of month", "2028-02-29T08:00:00Z"),
    (.berlin, "2026-12-31T12:00:00Z", "next month", "2027-01-01T08:00:00Z"),
    (.berlin, "2026-02-24T07:00:00Z", "the 24th", "2026-02-24T08:00:00Z"),
    (.berlin, "2026-02-01T12:00:00Z", "the 31st", "2026-03-31T07:00:00Z"),
    // On days that the clocks change.
    (.berlin, "2026-03-28T12:00:00Z", "tomorrow midnight", "2026-03-29T22:00:00Z"),
    (.berlin, "2026-03-28T12:00:00Z", "midnight", "2026-03-28T23:00:00Z"),
    (.berlin, "2026-03-28T12:00:00Z", "tonight at 2:30", "2026-03-29T01:30:00Z"),
    (.berlin, "2026-03-28T12:00:00Z", "in a day at 13", "2026-03-29T11:00:00Z"),
    (.berlin, "2026-03-28T12:00:00Z", "PT24H", "2026-03-29T12:00:00Z"),
    (.berlin, "2026-03-28T12:00:00Z", "P1D", "2026-03-29T11:00:00Z"),
    (.berlin, "2026-03-28T12:00:00Z", "tomorrow 18:00 CEST", "2026-03-29T16:00:00Z"),
    (.berlin, "2026-10-24T12:00:00Z", "sunday midnight", "2026-10-25T23:00:00Z"),
    (.newYork, "2026-10-31T12:00:00Z", "in 2 days at 9", "2026-11-02T14:00:00Z"),
    (.newYork, "2026-03-07T12:00:00Z", "9am EST", "2026-03-07T14:00:00Z"),
    // India, Ireland and Israel have an IST.
    (.named("Asia/Kolkata"), "2026-01-31T12:00:00Z", "18:00 IST", "2026-01-31T12:30:00Z"),
    (.named("Asia/Jerusalem"), "2026-01-31T12:00:00Z", "18:00 IST", "2026-01-31T16:00:00Z"),
    // Late in the evening.
    (.berlin, "2026-01-31T22:30:00Z", "tonight 1am", "2026-02-01T00:00:00Z"),
    (.berlin, "2026-01-31T20:00:00Z", "tonight 10", "2026-01-31T21:00:00Z"),
    (.berlin, "2026-01-31T23:30:00Z", "1 at night", "2026-02-01T00:00:00Z"),
  ]

  @Test(arguments: days.indices) func `the current time decides which day is meant`(
    _ index: Int
  ) throws {
    let (zone, now, text, expected) = Self.days[index]
    let moment = try #require(RFC3339.date(from: now))
    let date = try TimeExpressionReader(now: moment, timeZone: zone).futureDate(text)
    #expect(RFC3339.string(from: date) == expected, "\(now) \(text)")
  }

  @Test(arguments: [
    ("2M", "'2M' has two meanings; expected 2mo or 2m"),
    ("in 10 M", "'10M' has two meanings; expected 10mo or 10m"),
    ("1,500h", "'1,500' has two meanings; expected 1.500h or 1500h"),
    ("1.30h", "'1.30' has two meanings; expected 1h30m or 78m"),
    ("1,15 hours", "'1,15' has two meanings; expected 1h15m or 69m"),
    ("9:30h", "'9:30h' has two meanings; expected 9:30 or 9h30m"),
    ("18:00 hours", "'18:00 hours' has two meanings; expected 18:00 or 18h"),
    ("a few hours", "'few' is not a number; expected 2 hours or 3 hours"),
    ("two hours", "'two' is not a number; expected 2 hours or 3 hours"),
    ("several days", "'several' is not a number; expected 2 days or 3 days"),
    ("1.5 months", "a part of a month has no fixed length; expected 45d"),
    ("half a month", "a part of a month has no fixed length; expected 15d"),
    (
      "monday in 2 weeks",
      "'monday in 2 weeks' has two meanings; expected 9 Feb 2026 or 16 Feb 2026"
    ),
    ("eod", "'eod' has two meanings; expected 17:00 or midnight"),
    ("end of the day", "'end of the day' has two meanings; expected 17:00 or midnight"),
    ("end of week", "'end of week' has two meanings; expected friday 17:00 or sunday midnight"),
    ("christmas", "'christmas' has two meanings; expected Dec 24 or Dec 25"),
    ("18:00 CEST", "'CEST' is not the local time zone then; expected +0200"),
    ("Fri Dec 24 18:00 EST 2027", "'EST' is not the local time zone then; expected -0500"),
    ("18:00 cst", "'CST' is not the local time zone then; expected -0600, +0800 or -0500"),
    ("27.11.26", "the year of '27.11.26' has two digits; expected 27 Nov 2026"),
    ("24/12/27", "the year of '24/12/27' has two digits; expected 24 Dec 2027"),
    ("20271324", "there is no day '20271324'"), ("the 32nd", "there is no day '32nd'"),
    ("99.12.", "there is no day '99.12.'"), ("tomorrow 0960", "'0960' is not a time of day"),
    (
      "Fri Dec 24",
      "there is no day 'Fri Dec 24'; expected Thu 24 Dec 2026 or Fri 24 Dec 2027"
    ),
    (
      "monday the 13th",
      "there is no day 'monday the 13th'; expected Fri 13 Feb 2026 or Mon 13 Apr 2026"
    ),
    ("Dec 24 2130", "'2130' has two meanings; expected 24 Dec 21:30 or 2130-12-24"),
    ("10", "'10' has no unit; expected 10y, 10mo, 10w, 10d, 10h, 10m or 10s"),
    ("1800", "'1800' has no unit; expected 18:00, 1800m or 1800s"),
    ("10x", "unknown unit 'x'; expected y, mo, w, d, h, m or s"),
    ("tonight 9am", "'tonight 9am' is not a time of day"),
    ("tomorrow morning 9pm", "'tomorrow morning 9pm' is not a time of day"),
    ("afternoon 9am", "'afternoon 9am' is not a time of day"),
    ("end of month", "Sat 2026-01-31 09:00 has passed"),
  ]) func `what has two meanings is refused with what to write`(_ text: String, _ message: String) {
    let reader = TimeExpressionReader(now: .testing, timeZone: .berlin)
    let problem = #expect(throws: TimeExpressionError.self) { try reader.futureDate(text) }
    #expect(problem?.message == message)
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
