import Foundation

/// What a text says about a moment, before anybody asks what time it is.
enum TimeExpression: Hashable {
  /// `2026-12-24T18:00:00Z`, `1798135200`: the same wherever and whenever it is read.
  case fixed(Date)
  /// `1h30m`, `-2d`: so far from now.
  case distance(TimeOffset)
  /// `tomorrow 9am`, `17:30`, `monday`: what calendar and clock show.
  case dated(TimeExpressionDay?, second: Double?)
}
