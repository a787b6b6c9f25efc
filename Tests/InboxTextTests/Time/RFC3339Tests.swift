import Foundation
import InboxText
import Testing

struct RFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-21T05:10:41Z", 1_795_237_841),
    ("2024-02-29T12:00:00Z", 1_709_208_000), ("2000-02-29T00:00:00Z", 951_782_400),
    ("1969-12-31T23:59:59.999Z", -0.001), ("2026-01-31T08:15:00.250Z", 1_769_847_300.25),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
  ])
  func `a time is printed and read back`(text: String, seconds: Double) {
    #expect(RFC3339.string(from: Date(timeIntervalSince1970: seconds)) == text)
    #expect(RFC3339.date(from: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    ("2026-01-31t08:15:00z", 1_769_847_300), ("2026-01-31 08:15:00Z", 1_769_847_300),
    ("2026-01-31T08:15:00+01:30", 1_769_841_900), ("2026-01-31T08:15:00-23:59", 1_769_933_640),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("2026-01-31T08:15:00.2509999Z", 1_769_847_300.25),
    ("2026-01-31T08:15:00.5Z", 1_769_847_300.5),
  ])
  func `other ways to write a time are read`(text: String, seconds: Double) {
    #expect(RFC3339.date(from: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "now", "2026-01-31", "2026-01-31T08:15:00", "2026-01-31T08:15Z", "2026-1-31T08:15:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T08:60:00Z",
    "2026-01-31T08:15:61Z", "2026-01-31T08:15:00.Z", "2026-01-31T08:15:00+1:00",
    "2026-01-31T08:15:00+01:60", "2026-01-31T08:15:00Zx", "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+00:01", "９９９９-01-01T00:00:00Z",
  ])
  func `what is no time is refused`(text: String) {
    #expect(RFC3339.date(from: text) == nil)
  }

  @Test func `a time without an offset is one in UTC only when asked for`() {
    #expect(
      RFC3339.date(from: "2026-01-31T08:15:00", assumesUTC: true)
        == Date(timeIntervalSince1970: 1_769_847_300))
  }

  @Test func `every day of four centuries agrees with the calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in stride(from: -36_525, to: 109_575, by: 1) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let text = RFC3339.string(from: date)
      #expect(RFC3339.date(from: text) == date)
      guard day.isMultiple(of: 29) else { continue }
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      #expect(
        text.prefix(10).split(separator: "-").compactMap { Int($0) }
          == [parts.year, parts.month, parts.day])
    }
  }

  @Test func `a moment beyond the years is printed as the nearest`() {
    #expect(
      RFC3339.string(from: .distantFuture.addingTimeInterval(1e15)) == "9999-12-31T23:59:59.999Z")
    #expect(RFC3339.string(from: Date(timeIntervalSince1970: -1e15)) == "0001-01-01T00:00:00Z")
  }
}
