import Foundation

extension Date {
  /// Whether the moment lies ahead, and no further than it can.
  ///
  /// - Parameters:
  ///   - seconds: How long it lay ahead at most; what lies a second further was set by another
  ///     clock.
  ///   - now: The present moment.
  /// - Returns: False once it has passed.
  func isAhead(upTo seconds: Double, at now: Date) -> Bool {
    self > now && timeIntervalSince(now) < seconds + 1
  }
}
