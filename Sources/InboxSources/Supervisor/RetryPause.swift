/// Exponential backoff between the attempts of a source.
///
/// A random jitter of a fifth keeps sources from retrying at the same moment.
package struct RetryPause: Sendable, Hashable {
  /// The first pause.
  package let first: Duration
  /// The longest pause, without jitter.
  package let longest: Duration
  /// The runtime after which a source counts as recovered: its next pause is the first one.
  package static let recovery = Duration.seconds(60)

  private var failureCount = 0

  /// Starts without failures.
  package init(first: Duration = .seconds(1), longest: Duration = .seconds(300)) {
    (self.first, self.longest) = (first, longest)
  }

  /// The pause after one more failure.
  ///
  /// - Parameters:
  ///   - runtime: How long the source ran before it failed.
  ///   - chance: A random number from 0 to 1.
  /// - Returns: How long to wait.
  package mutating func next(after runtime: Duration, chance: Double) -> Duration {
    if runtime >= Self.recovery { failureCount = 0 }
    let doublings = min(failureCount, 20)
    failureCount += 1
    let pause = min(first * (1 << doublings), longest)
    return pause * (0.8 + 0.4 * min(max(chance, 0), 1))
  }
}
