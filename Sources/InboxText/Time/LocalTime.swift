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

/// A day of the Gregorian calendar, converted from and to days since 1970.
///
/// The algorithm starts the year in March, so that the leap day comes last and the months before
/// it follow one formula.
struct CivilDay: Hashable {
  var year: Int
  var month: Int
  var day: Int

  /// Creates a day; nil if it does not exist in the calendar.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
    self.day = day
    // A day that the month does not have is counted as one of another month.
    guard self == CivilDay(daysSince1970: daysSince1970) else { return nil }
  }

  /// Converts days since 1 January 1970.
  init(daysSince1970 days: Int) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Days since 1 January 1970.
  var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = yearFromMarch.quotientAndRemainder(flooringBy: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Adds months; a shorter month gives its last day, a year beyond 1 to 9999 nil.
  func adding(months: Int) -> CivilDay? {
    let (years, month) = (month - 1 + months).quotientAndRemainder(flooringBy: 12)
    return (0...3).lazy.compactMap { missing in
      CivilDay(year: year + years, month: month + 1, day: day - missing)
    }.first
  }

  /// The weekday of a day since 1970, from 0 for Monday; 1 January 1970 was a Thursday.
  static func weekday(of days: Int) -> Int {
    (days + 3).quotientAndRemainder(flooringBy: 7).remainder
  }
}

extension CivilDay {
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Midnight in UTC.
  var start: Date { Date(timeIntervalSince1970: Double(daysSince1970) * 86_400) }

  /// The day as people write it, with nothing to confuse: `24 Dec 2026`.
  var words: String { "\(wordsWithoutYear) \(year)" }

  /// The day and the month: `24 Dec`.
  var wordsWithoutYear: String { "\(day) \(TimeWord.months[month - 1].prefix(3).capitalized)" }

  /// The day with its weekday: `Thu 24 Dec 2026`.
  var wordsWithWeekday: String { Self.weekdays[Self.weekday(of: daysSince1970)] + " " + words }
}

extension Int {
  /// Floored division: the remainder is never negative.
  func quotientAndRemainder(flooringBy divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension Date {
  /// Milliseconds since 1970, as in the database: rounded, and clamped for extreme dates.
  package var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1_000).rounded()
    return Int64(min(max(value, -1e17), 1e17))
  }

  /// Converts a value of the database, in milliseconds since 1970.
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
