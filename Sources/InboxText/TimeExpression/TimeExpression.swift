import Foundation

/// A parsed time expression, independent of the current time and, mostly, the time zone.
enum TimeExpression: Hashable {
  /// An absolute time: `2026-12-24T18:00:00Z`, `1798135200`.
  case fixed(Date)
  /// An offset from now: `1h30m`, `-2d`.
  case distance(TimeOffset)
  /// A local day, time of day or both: `tomorrow 9am`, `17:30`, `monday`.
  case dated(TimeExpressionDay?, second: Double?)
}

/// The day of a time expression.
enum TimeExpressionDay: Hashable {
  /// Days from today.
  case relative(Int)
  /// A weekday, from 0 for Monday.
  case weekday(Int)
  /// The coming Saturday or Sunday; during a weekend, the rest of it.
  case thisWeekend
  /// The Monday after today.
  case nextWeek
  /// Days since 1970.
  case date(Int)
  /// A day without a year, such as `Dec 24`.
  case annual(month: Int, day: Int)
}
