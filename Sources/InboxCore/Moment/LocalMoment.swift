package import Foundation

/// A moment as calendar and clock show it in a time zone, in the years 1 to 9999.
///
/// Reckoned without a calendar object, which costs more than a whole frame of the screen.
package struct LocalTime: Sendable, Hashable {
  /// The day on the calendar.
  package let year, month, day: Int
  /// The day of the week, from 0 for Monday.
  package let weekday: Int
  /// The time of day.
  package let hour, minute: Int

  /// Reads calendar and clock; those outside the years show the nearest moment within.
  ///
  /// Nil for a date that is no number.
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

  /// Whether both are on one day of the calendar.
  package func isSameDay(as other: LocalTime) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }

  /// The moment at which the next day begins.
  package static func midnight(after date: Date, in zone: TimeZone) -> Date {
    let clock = LocalClock(timeZone: zone)
    return clock.moments(day: clock.reading(at: date).day + 1, second: 0)[0]
  }

  private static func bounded(_ seconds: Double) -> Double {
    min(max(seconds, RFC3339.seconds.lowerBound), RFC3339.seconds.upperBound - 1)
  }
}
