import InboxCore
import Synchronization

/// The values that were refused during a connection: why, and when they are tried again.
///
/// A full stream has room again when another value is accepted, or when an administrator makes some; so
/// its values are tried after each accepted one and every minute, and the others every hour.
///
/// State: all below. Guard: the mutex. Reason: a timer fires beside the task that sends.
final class HeldValues: Sendable {
  private struct State {
    /// Why each was refused, its bytes if a full stream refused it, and in which order.
    var values: [RegisterPlace: (reason: String, size: Int?, order: Int)] = [:]
    var count = 0
    /// The place in the stream up to which was read at the last try.
    var triedTo: Int64 = 0
    var isDue = false
    /// The pause of the timer that runs; nil for none.
    var scheduled: Duration?
    /// The number of times that the timer has fired since all were tried.
    var wakeCount = 0
  }

  private let state = Mutex(State())

  /// The pauses between two tries: of one value of a full stream, and of all values.
  private static let (roomPause, pause) = (Duration.seconds(60), Duration.seconds(3_600))

  /// Forgets all.
  func removeAll() { state.withLock { $0 = State() } }

  /// Notes refused values.
  func hold(_ values: [(ExchangeValue, reason: String, isFull: Bool)]) {
    state.withLock { state in
      for (value, reason, isFull) in values {
        state.count += 1
        state.values[RegisterPlace(value.subject, value.name)] = (
          reason, isFull ? value.bytes.count : nil, state.count
        )
      }
    }
  }

  /// Notes values that were stored.
  func remove(_ values: [ExchangeValue]) {
    state.withLock { state in
      guard !state.values.isEmpty else { return }
      for value in values { state.values[RegisterPlace(value.subject, value.name)] = nil }
    }
  }

  /// Why the last of the values was refused; nil for none.
  var problem: String? {
    state.withLock { $0.values.values.max { $0.order < $1.order }?.reason }
  }

  /// The pause until the next try.
  var pause: Duration {
    state.withLock { state in
      state.values.values.contains { $0.size != nil } ? Self.roomPause : Self.pause
    }
  }

  /// The smallest of the values that a full stream has refused: if those do not fit, none does.
  func smallest(_ limit: Int) -> [RegisterPlace] {
    state.withLock { state in
      state.values.compactMap { place, value in value.size.map { (place, $0, value.order) } }
        .sorted { ($0.1, $0.2) < ($1.1, $1.2) }.prefix(limit).map(\.0)
    }
  }

  /// Whether the stream may have room now.
  ///
  /// - Parameters:
  ///   - sent: The number of values that it has just stored.
  ///   - place: The place up to which was read: other machines have stored values.
  /// - Returns: Whether to try again.
  func mayFit(afterSending sent: Int, readTo place: Int64) -> Bool {
    state.withLock { state in
      defer { (state.triedTo, state.isDue) = (place, false) }
      return sent > 0 || place > state.triedTo || state.isDue
    }
  }

  /// The pause of the timer that runs; nil for none.
  var scheduled: Duration? { state.withLock { $0.scheduled } }

  /// Notes that the timer was started.
  func begin(_ pause: Duration) { state.withLock { $0.scheduled = pause } }

  /// Notes that the pause is over.
  func fire() {
    state.withLock { state in
      (state.isDue, state.scheduled) = (true, nil)
      state.wakeCount += 1
    }
  }

  /// Whether all values are to be tried, also those that the stream has no room for.
  func takeWhole() -> Bool {
    state.withLock { state in
      guard state.isDue else { return false }
      let isFull = state.values.values.contains { $0.size != nil }
      guard !isFull || Self.roomPause * state.wakeCount >= Self.pause else { return false }
      (state.wakeCount, state.isDue) = (0, false)
      return true
    }
  }
}
