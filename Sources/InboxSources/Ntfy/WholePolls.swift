import Synchronization

/// The polls of unknown clients that are too long for one response body and run at once.
///
/// State: their number. Guard: the mutex, because connections are served by several threads.
final class WholePolls: Sendable {
  /// Maximum polls at once; further ones wait.
  static let most = 2
  /// How long one waits for its turn.
  private static let longestWait = Duration.seconds(20)
  private static let pause = Duration.milliseconds(50)

  private let count = Mutex(0)

  /// Waits for a turn, which ``leave()`` ends.
  ///
  /// - Throws: ``HTTPProblem/tooManyPolls``.
  func enter() async throws(HTTPProblem) {
    let end = ContinuousClock.now + Self.longestWait
    while !take() {
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pause)) != nil else {
        throw .tooManyPolls
      }
    }
  }

  /// Ends a turn.
  func leave() { count.withLock { $0 -= 1 } }

  private func take() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }
}
