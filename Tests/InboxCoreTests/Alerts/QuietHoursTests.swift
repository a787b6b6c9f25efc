import Foundation
import InboxCore
import InboxTestSupport
import Testing

struct QuietHoursTests {
  /// Noon in Greenwich, and so many hours later.
  private func hour(_ hours: Double) -> Date { .testing(hours * 3_600) }

  @Test(arguments: [
    ("22:00-07:00", [(9.99, false), (10, true), (15, true), (18.99, true), (19, false)]),
    ("09:00-17:30", [(-3.01, false), (-3, true), (5.49, true), (5.5, false)]),
    ("00:00-23:59", [(11.98, true), (11.99, false), (12, true)]),
  ])
  func `hours hold from their start to before their end, also across midnight`(
    text: String, moments: [(Double, Bool)]
  ) throws {
    let hours = try #require(QuietHours(text))
    for (moment, isQuiet) in moments {
      #expect(hours.contains(hour(moment), in: .gmt) == isQuiet, "\(moment)")
    }
  }

  @Test func `they go by the clock where one is`() throws {
    let hours = try #require(QuietHours("20:00-22:00"))
    let tokyo = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
    #expect(hours.contains(.testing, in: tokyo))
    #expect(!hours.contains(.testing, in: .gmt))
  }

  @Test func `the next change is their next start or end`() throws {
    let hours = try #require(QuietHours("22:00-07:00"))
    #expect(hours.nextChange(after: .testing, in: .gmt) == hour(10))
    #expect(hours.nextChange(after: hour(10), in: .gmt) == hour(19))
    #expect(hours.nextChange(after: hour(19), in: .gmt) == hour(34))
  }

  /// Midnights in Greenwich before the clocks of Berlin are changed.
  private static let march = Date(timeIntervalSince1970: 1_774_742_400)
  private static let october = Date(timeIntervalSince1970: 1_792_886_400)

  @Test(arguments: [(march, -3.0, 5.0), (october, -4, 6)])
  func `on the night of a clock change they begin and end by the clock on the wall`(
    midnight: Date, start: Double, end: Double
  ) throws {
    let hours = try #require(QuietHours("22:00-07:00"))
    let (start, end) = (midnight + start * 3_600, midnight + end * 3_600)
    #expect(!hours.contains(start - 1, in: .berlin) && hours.contains(start, in: .berlin))
    #expect(hours.contains(end - 1, in: .berlin) && !hours.contains(end, in: .berlin))
    // Who sleeps from change to change wakes at these moments too.
    #expect(hours.nextChange(after: start - 3_600, in: .berlin) == start)
    #expect(hours.nextChange(after: start, in: .berlin) == end)
    #expect(hours.nextChange(after: end, in: .berlin) == end + 15 * 3_600)
  }

  @Test(arguments: [
    "", "22", "22:00", "22:00-", "22:00-22:00", "24:00-07:00", "22:60-07:00", "22:0-07:00",
    "22:00–07:00", "a:00-07:00", "-1:00-07:00", "22:00-07:00-08:00", "+2:00-07:00",
    "22:00:30-07:00",
  ])
  func `anything else is no hours`(text: String) { #expect(QuietHours(text) == nil) }

  @Test func `blanks and single digits of an hour are fine`() {
    #expect(QuietHours(" 9:05 - 17:00 ") == QuietHours("09:05-17:00"))
    #expect(QuietHours("10PM-7:30am") == QuietHours("22:00-07:30"))
  }
}
