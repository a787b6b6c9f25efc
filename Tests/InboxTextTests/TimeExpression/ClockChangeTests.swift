import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

/// In Berlin the clocks skip 2:00 to 3:00 on 29 March 2026 and repeat it on 25 October; in New
/// York they do so on 8 March and, from 1:00 to 2:00, on 1 November.
@Suite struct ClockChangeTests {
  private static let moments: [(TimeZone, now: String, text: String, expected: String)] = [
    // A skipped time is the moment at which it would have come.
    (.berlin, "2026-03-28T12:00:00Z", "tomorrow 2:30", "2026-03-29T01:30:00Z"),
    (.newYork, "2026-03-07T12:00:00Z", "tomorrow 2:30", "2026-03-08T07:30:00Z"),
    (.berlin, "2026-03-29T00:59:00Z", "2:30", "2026-03-29T01:30:00Z"),
    // What comes after it goes by the new clock.
    (.berlin, "2026-03-28T12:00:00Z", "tomorrow 9am", "2026-03-29T07:00:00Z"),
    (.newYork, "2026-03-07T12:00:00Z", "tomorrow 9am", "2026-03-08T13:00:00Z"),
    // Of a repeated time the first is meant, unless only the second lies ahead.
    (.berlin, "2026-10-24T12:00:00Z", "tomorrow 2:30", "2026-10-25T00:30:00Z"),
    (.berlin, "2026-10-25T00:45:00Z", "2:30", "2026-10-25T01:30:00Z"),
    (.berlin, "2026-10-25T01:30:00Z", "2:30", "2026-10-26T01:30:00Z"),
    (.newYork, "2026-10-31T12:00:00Z", "tomorrow 1:30", "2026-11-01T05:30:00Z"),
    (.newYork, "2026-11-01T05:45:00Z", "1:30am", "2026-11-01T06:30:00Z"),
    // A day of the calendar has 23 or 25 hours then; hours have 60 minutes always.
    (.berlin, "2026-03-28T12:00:00Z", "1d", "2026-03-29T11:00:00Z"),
    (.berlin, "2026-03-28T12:00:00Z", "24h", "2026-03-29T12:00:00Z"),
    (.berlin, "2026-10-24T12:00:00Z", "1w", "2026-10-31T13:00:00Z"),
    (.newYork, "2026-10-31T12:00:00Z", "1d2h", "2026-11-01T15:00:00Z"),
    (.newYork, "2026-03-09T12:00:00Z", "-1w", "2026-03-02T13:00:00Z"),
    (.berlin, "2026-03-29T00:30:00Z", "1h", "2026-03-29T01:30:00Z"),
    // Around midnight the day is that of the place.
    (.newYork, "2026-03-08T04:59:00Z", "tomorrow", "2026-03-08T13:00:00Z"),
    (.berlin, "2026-03-28T23:30:00Z", "today 9am", "2026-03-29T07:00:00Z"),
    (.berlin, "2026-03-29T22:30:00Z", "monday", "2026-04-06T07:00:00Z"),
    (.berlin, "2026-03-29T21:30:00Z", "monday", "2026-03-30T07:00:00Z"),
    // Zones that are ahead of everybody, change by half an hour, or never.
    (.named("Pacific/Kiritimati"), "2026-01-31T12:00:00Z", "tomorrow", "2026-02-01T19:00:00Z"),
    (
      .named("Australia/Lord_Howe"), "2026-10-03T12:00:00Z", "tomorrow 2:15", "2026-10-03T15:45:00Z"
    ),
    (.named("Asia/Kolkata"), "2026-03-28T12:00:00Z", "tomorrow 9am", "2026-03-29T03:30:00Z"),
  ]

  @Test(arguments: moments.indices) func `a changed clock moves no appointment`(
    _ index: Int
  ) throws {
    let (zone, now, text, expected) = Self.moments[index]
    let moment = try #require(RFC3339.date(from: now))
    let reader = TimeExpressionReader(now: moment, timeZone: zone)
    #expect(RFC3339.string(from: try reader.date(text)) == expected, "\(now) \(text)")
  }

  @Test func `every time of every day of a year is found on the clock again`() throws {
    for zone in [TimeZone.berlin, .newYork] {
      let start = try #require(RFC3339.date(from: "2026-01-01T12:00:00Z"))
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      for day in 0..<365 {
        let now = start.addingTimeInterval(Double(day) * 86_400)
        for hour in 0..<24 {
          let date = try TimeExpressionReader(now: now, timeZone: zone).date("tomorrow \(hour):30")
          let shown = calendar.dateComponents([.hour, .minute], from: date)
          let isSkipped = hour == 2 && shown.hour == 3
          #expect(shown.minute == 30 && (shown.hour == hour || isSkipped), "\(now) \(hour)")
        }
      }
    }
  }

  @Test func `days in a filter begin at midnight and those of the week are over`() throws {
    let now = try #require(RFC3339.date(from: "2026-03-30T12:00:00Z"))
    let words: [(String, String)] = [
      ("today", "2026-03-29T22:00:00Z"), ("monday", "2026-03-29T22:00:00Z"),
      ("sunday", "2026-03-28T23:00:00Z"), ("tue", "2026-03-23T23:00:00Z"),
      ("17:30", "2026-03-30T15:30:00Z"), ("1798135200", "2026-12-24T18:00:00Z"),
      ("\"yesterday 9am\"", "2026-03-29T07:00:00Z"),
    ]
    for (word, expected) in words {
      let filter = try MessageFilter(parsing: "after:" + word, now: now, timeZone: .berlin)
      let date = try #require(RFC3339.date(from: expected))
      #expect(filter.terms == [.init(.after(.at(date)))], "\(word)")
    }
    #expect(throws: FilterError.self) {
      try MessageFilter(parsing: "after:2d", now: now, timeZone: .berlin)
    }
  }
}
