/// How far from now a moment is.
struct TimeOffset: Hashable {
  /// How the text counts: nil when it does not say.
  var sign: FloatingPointSign?
  /// Days of the calendar: the same time of day, however long the days are.
  var days = 0
  /// Seconds beside the days.
  var seconds = 0.0

  /// All of it in seconds, with days of 24 hours.
  var total: Double { Double(days) * 86_400 + seconds }
}
