/// A day as people name it.
enum TimeExpressionDay: Hashable {
  /// So many days from today.
  case relative(Int)
  /// A day of the week, from 0 for Monday.
  case weekday(Int)
  /// Saturday or Sunday, whichever comes first; on these days, what is left of them.
  case thisWeekend
  /// The Monday after today.
  case nextWeek
  /// Days since 1970.
  case date(Int)
}
