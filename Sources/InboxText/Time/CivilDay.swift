import Foundation

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
