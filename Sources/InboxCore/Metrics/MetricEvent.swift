/// What a program counts that is no verb on messages.
public enum MetricEvent: Sendable, Hashable {
  /// The inbox was shown; counted after the first paint.
  case presented
  /// The inbox was left after so many seconds.
  case dismissed(seconds: Double)
}
