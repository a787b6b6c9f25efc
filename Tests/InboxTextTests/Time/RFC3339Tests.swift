import Foundation
import InboxTestSupport
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

@Suite struct AbsoluteTimeTests {
  private func text(_ seconds: Double, _ zone: String = "UTC") throws -> String {
    let zone = try #require(TimeZone(identifier: zone))
    return AbsoluteTime.text(Date(timeIntervalSince1970: seconds), in: zone)
  }

  @Test(
    arguments: [
      (0, "Thu 1970-01-01 00:00"), (-1, "Wed 1969-12-31 23:59"), (59.999, "Thu 1970-01-01 00:00"),
      (951_782_400, "Tue 2000-02-29 00:00"), (951_868_800, "Wed 2000-03-01 00:00"),
      (-2_203_891_200, "Thu 1900-03-01 00:00"), (1_769_860_800, "Sat 2026-01-31 12:00"),
      (253_402_300_799, "Fri 9999-12-31 23:59"), (1e15, "Fri 9999-12-31 23:59"),
      (-1e15, "Mon 0001-01-01 00:00"),
    ] as [(Double, String)])
  func `a moment is shown by calendar and clock`(seconds: Double, expected: String) throws {
    #expect(try text(seconds) == expected)
  }

  @Test(arguments: [
    ("Asia/Kathmandu", "Sat 2026-01-31 17:45"), ("Pacific/Kiritimati", "Sun 2026-02-01 02:00"),
    ("America/Los_Angeles", "Sat 2026-01-31 04:00"), ("Pacific/Marquesas", "Sat 2026-01-31 02:30"),
  ])
  func `the clock stands where the reader is`(zone: String, expected: String) throws {
    #expect(try text(1_769_860_800, zone) == expected)
  }

  @Test func `clocks go forward and back with the season`() throws {
    // In Berlin one o'clock UTC is the change, on 2026-03-29 and 2026-10-25.
    #expect(try text(1_774_745_999, "Europe/Berlin") == "Sun 2026-03-29 01:59")
    #expect(try text(1_774_746_000, "Europe/Berlin") == "Sun 2026-03-29 03:00")
    #expect(try text(1_792_889_999, "Europe/Berlin") == "Sun 2026-10-25 02:59")
    #expect(try text(1_792_890_000, "Europe/Berlin") == "Sun 2026-10-25 02:00")
  }

  @Test func `it agrees with the calendar of the system`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var generator = SeededRandom(seed: 4)
    for _ in 0..<300 {
      // From 1600 to 2500, where the calendar of the system is Gregorian as well.
      let seconds = Double(Int.random(in: -11_676_096_000...16_725_225_600, using: &generator))
      let date = Date(timeIntervalSince1970: seconds)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .weekday], from: date)
      let numbers = [parts.month, parts.day, parts.hour, parts.minute].map { two($0 ?? -1) }
      let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      let expected =
        "\(days[(parts.weekday ?? 1) - 1]) \(parts.year ?? 0)-\(numbers[0])-\(numbers[1])"
        + " \(numbers[2]):\(numbers[3])"
      #expect(AbsoluteTime.text(date, in: .gmt) == expected)
    }
  }

  private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

@Suite struct RelativeTimeTests {
  private static let minute = 60.0
  private static let hour = 3_600.0
  private static let day = 86_400.0

  @Test(
    arguments: [
      (0, "now"), (59.9, "now"), (60, "1m"), (119, "1m"), (120, "2m"), (59 * minute + 59, "59m"),
      (hour, "1h"), (day - 1, "23h"), (day, "1d"), (7 * day - 1, "6d"), (7 * day, "1w"),
      (364 * day, "52w"), (365 * day, "1y"), (730 * day - 1, "1y"), (730 * day, "2y"),
      (1e15, "9999y"),
    ] as [(Double, String)])
  func `the past is shown in its largest unit`(seconds: Double, expected: String) {
    #expect(RelativeTime.text(from: .testing, to: .testing(seconds)) == expected)
  }

  @Test(
    arguments: [
      (0.5, "now"), (1, "soon"), (59, "soon"), (60, "in 1m"), (3 * hour, "in 3h"),
      (8 * day, "in 1w"), (1e15, "in 9999y"), (89, "in 1m"), (90, "in 2m"),
      (10 * minute - 1, "in 10m"), (59.5 * minute - 1, "in 59m"), (hour - 1, "in 1h"),
      (2 * hour - 1, "in 2h"), (day - 1, "in 1d"), (7 * day - 1, "in 1w"), (364 * day, "in 52w"),
    ] as [(Double, String)])
  func `the future is rounded to its nearest unit`(seconds: Double, expected: String) {
    #expect(RelativeTime.text(from: .testing(seconds), to: .testing) == expected)
  }

  @Test(
    arguments: [
      (0, 60), (59, 60), (60, 120), (61, 120), (hour - 1, hour), (hour, 2 * hour),
      (day - 1, day), (6.5 * day, 7 * day), (364.5 * day, 365 * day), (365 * day, 730 * day),
    ] as [(Double, Double)])
  func `the words change when the next unit is full`(elapsed: Double, change: Double) {
    let next = RelativeTime.nextChange(from: .testing, now: .testing(elapsed))
    #expect(next == .testing(change))
  }

  @Test func `the words stay until the next change and differ from then on, past and future`() {
    var generator = SeededRandom(seed: 9)
    for _ in 0..<2_000 {
      let scale = [90, 4_000, 100_000, 700_000, 40_000_000].randomElement(using: &generator) ?? 1
      // Whole milliseconds, in which the store counts.
      let elapsed =
        Double(Int.random(in: -scale * 1_000...scale * 1_000, using: &generator)) / 1_000
      let now = Date.testing(elapsed)
      let next = RelativeTime.nextChange(from: .testing, now: now)
      #expect(next > now)
      let words = RelativeTime.text(from: .testing, to: now)
      let before = next.addingTimeInterval(-0.002)
      if before > now { #expect(RelativeTime.text(from: .testing, to: before) == words) }
      #expect(RelativeTime.text(from: .testing, to: next) != words, "\(elapsed)")
    }
  }
}
