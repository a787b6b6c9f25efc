import Synchronization

/// Tells of jobs that wait for a worker which of them is still the latest.
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
