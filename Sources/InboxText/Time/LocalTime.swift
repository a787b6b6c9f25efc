package import Foundation

/// The local date and time in a time zone, in the years 1 to 9999.
///
/// Computed without a `Calendar`, which costs more than a whole frame of the screen.
package struct LocalTime: Sendable, Hashable {
  /// The calendar date.
  package let year, month, day: Int
  /// The weekday, from 0 for Monday.
  package let weekday: Int
  /// The time of day.
  package let hour, minute: Int

  /// Converts a date; one outside these years is clamped.
  ///
  /// Nil for a date that is not a number or infinite.
  package init?(_ date: Date, in zone: TimeZone) {
    guard date.timeIntervalSince1970.isFinite else { return nil }
    let moment = Self.bounded(date.timeIntervalSince1970.rounded(.down))
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment))
    let wall = Int(Self.bounded(moment + Double(offset)))
    let (number, second) = wall.quotientAndRemainder(flooringBy: 86_400)
    let civil = CivilDay(daysSince1970: number)
    (year, month, day) = (civil.year, civil.month, civil.day)
    weekday = CivilDay.weekday(of: number)
    (hour, minute) = (second / 3_600, second / 60 % 60)
  }

  /// Whether both are on the same calendar day.
  package func isSameDay(as other: LocalTime) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }

  /// The start of the next day.
  package static func midnight(after date: Date, in zone: TimeZone) -> Date {
    let clock = LocalClock(timeZone: zone)
    return clock.moments(day: clock.reading(at: date).day + 1, second: 0)[0]
  }

  private static func bounded(_ seconds: Double) -> Double {
    min(max(seconds, RFC3339.seconds.lowerBound), RFC3339.seconds.upperBound - 1)
  }
}

/// Converts between dates and the local days and times of a time zone.
package struct LocalClock: Sendable {
  /// The time zone.
  package let timeZone: TimeZone

  /// Creates the clock of a time zone.
  package init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// The local day since 1970 and the seconds of that day.
  package func reading(at date: Date) -> (day: Int, second: Double) {
    let wall = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    let day = (wall / 86_400).rounded(.down)
    return (Int(day), wall - day * 86_400)
  }

  /// The dates of a local day and time, in order; one or two.
  ///
  /// There are two in the hour that is repeated when the clocks are set back. A time that is
  /// skipped when they are set forward is moved by the difference: 02:30 becomes 03:30.
  package func moments(day: Int, second: Double) -> [Date] {
    let wall = Date(timeIntervalSince1970: Double(day) * 86_400 + second)
    let before = offset(at: wall.addingTimeInterval(-86_400))
    let after = offset(at: wall.addingTimeInterval(86_400))
    let shown = Set([before, after]).sorted(by: >).map { ($0, wall.addingTimeInterval(-$0)) }
      .filter { offset, date in self.offset(at: date) == offset }.map(\.1)
    return shown.isEmpty ? [wall.addingTimeInterval(-before)] : shown
  }

  private func offset(at date: Date) -> Double {
    Double(timeZone.secondsFromGMT(for: date))
  }
}
