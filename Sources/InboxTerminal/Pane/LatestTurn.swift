import Synchronization

/// Tells of jobs that wait for a worker which of them is still the latest.
///
/// State: the newest turn. Guard: an atomic, because the loop begins turns and a worker asks; no
/// other state hangs on it.
final class LatestTurn: Sendable {
  private let newest = Atomic<Int>(0)

  /// Begins another turn, after which those before are outdated.
  func next() -> Int {
    newest.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether no other turn has begun since.
  func isLatest(_ turn: Int) -> Bool {
    newest.load(ordering: .relaxed) == turn
  }
}
