import Foundation

/// Debounces and throttles counts that run outside of the event loop.
///
/// The first count starts at once. Later ones are debounced after a change, and throttled in
/// proportion to the duration of a count, so that a burst of messages costs little.
struct CountTimer: Sendable {
  /// Debounce delay, in seconds.
  private static let delay = 0.05
  /// Delay before a retry after a failure, and maximum pause, in seconds.
  private static let pause = 30.0
  /// The pause after a count, as a multiple of its duration.
  private static let rest = 5.0

  /// When the next count is due; nil while the numbers are valid.
  private var dueAt: Date?
  /// When the running count started.
  private var begunAt: Date?
  /// The end of the pause.
  private var restsUntil: Date?

  /// Invalidates the numbers.
  mutating func invalidate(at now: Date) {
    guard dueAt == nil else { return }
    let soon = restsUntil == nil ? now : now.addingTimeInterval(Self.delay)
    // Ignore a longer pause: the clock was set back.
    let rest = restsUntil.flatMap { $0.isAhead(upTo: Self.pause, at: now) ? $0 : nil }
    dueAt = max(soon, rest ?? soon)
  }

  /// When the next count is due; nil while the numbers are valid or being counted.
  var deadline: Date? { begunAt == nil ? dueAt : nil }

  /// Whether no count is running or due.
  var isIdle: Bool { dueAt == nil && begunAt == nil }

  /// Starts the count if it is due; else false.
  mutating func begin(at now: Date) -> Bool {
    guard let deadline, deadline <= now else { return false }
    (dueAt, begunAt) = (nil, now)
    return true
  }

  /// Ends the count; the pause is longer after a long one.
  mutating func end(at now: Date) {
    let seconds = begunAt.map { max(now.timeIntervalSince($0), 0) } ?? 0
    end(restingUntil: now.addingTimeInterval(min(seconds * Self.rest, Self.pause)))
  }

  /// Ends a failed count and delays the next one.
  mutating func fail(at now: Date) {
    end(restingUntil: now.addingTimeInterval(Self.pause))
  }

  private mutating func end(restingUntil moment: Date) {
    (begunAt, restsUntil) = (nil, moment)
    dueAt = dueAt.map { max($0, moment) }
  }
}
