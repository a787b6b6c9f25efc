import Foundation
import InboxTestSupport
import InboxText
import Testing

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
