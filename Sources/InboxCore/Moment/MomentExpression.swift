import Foundation

/// What a text says about a moment, before anybody asks what time it is.
enum MomentExpression: Hashable {
  /// `2026-12-24T18:00:00Z`, `1798135200`: the same wherever and whenever it is read.
  case fixed(Date)
  /// `1h30m`, `-2d`: so far from now.
  case distance(MomentDistance)
  /// `tomorrow 9am`, `17:30`, `monday`: what calendar and clock show.
  case dated(MomentDay?, second: Double?)
}

/// How far from now a moment is.
struct MomentDistance: Hashable {
  /// How the text counts: nil when it does not say.
  var sign: FloatingPointSign?
  /// Days of the calendar: the same time of day, however long the days are.
  var days = 0
  /// Seconds beside the days.
  var seconds = 0.0

  /// All of it in seconds, with days of 24 hours.
  var total: Double { Double(days) * 86_400 + seconds }
}

/// A day as people name it.
enum MomentDay: Hashable {
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
