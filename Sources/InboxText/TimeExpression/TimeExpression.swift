import Foundation

/// A parsed time expression, independent of the current time and, mostly, the time zone.
enum TimeExpression: Hashable {
  /// An absolute time: `2026-12-24T18:00:00Z`, `1798135200`.
  case fixed(Date)
  /// An offset from now: `1h30m`, `-2d`.
  case distance(TimeOffset)
  /// A day, time of day or both: `tomorrow 9am`, `17:30`, `monday`; local without a zone.
  case dated(TimeExpressionDay?, second: Double?, TimeExpressionZone?)
}

/// The day of a time expression.
enum TimeExpressionDay: Sendable, Hashable {
  /// Days from today.
  case relative(Int)
  /// A weekday, from 0 for Monday: the coming one, or in filters the latest.
  case weekday(Int)
  /// A weekday after today.
  case nextWeekday(Int)
  /// A weekday before today.
  case lastWeekday(Int)
  /// The coming Saturday or Sunday; during a weekend, the rest of it.
  case thisWeekend
  /// A weekday, or Monday, of the week so many weeks from this one; weeks start on Monday.
  case inWeek(Int, weekday: Int?)
  /// The first day of the month so many months from this one.
  case startOfMonth(Int)
  /// The last day of this month.
  case endOfMonth
  /// The first day of the year so many years from this one.
  case startOfYear(Int)
  /// Days since 1970.
  case date(Int)
  /// A day without a year, such as `Dec 24`, or month, such as `the 24th`; the weekday must match.
  case recurring(month: Int?, day: Int, weekday: Int?)
  /// A day some months or days after another: `a week from monday`.
  indirect case after(TimeExpressionDay, months: Int, days: Int)
  /// Days that people may mean, of which some may be the same: `monday in 2 weeks`.
  case either([TimeExpressionDay])
}

/// The time zone of a time expression.
enum TimeExpressionZone: Hashable {
  /// Seconds east of UTC.
  case offset(Int)
  /// An abbreviation that must be the local one.
  case named(String)
}
