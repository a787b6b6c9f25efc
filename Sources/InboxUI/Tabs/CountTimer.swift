import Foundation

/// The timer of numbers that are counted beside the loop.
///
/// The first count begins at once; another one begins a moment after a change, and the less often the
/// longer a count takes, so that a storm of arrivals costs little.
struct CountTimer: Sendable {
  /// Seconds from a change to the count.
  private static let delay = 0.05
  /// Seconds for which a failed count is not tried again.
  private static let pause = 30.0
  /// How many times as long as a count no other is begun.
  private static let rest = 5.0

  /// When the next count begins; nil while the numbers hold.
  private var dueAt: Date?
  /// When the count that runs was begun.
  private var begunAt: Date?
  /// Until when none is begun.
  private var restsUntil: Date?

  /// Notes that the numbers may have changed.
  mutating func invalidate(at now: Date) {
    guard dueAt == nil else { return }
    let soon = restsUntil == nil ? now : now.addingTimeInterval(Self.delay)
    // A rest that lasts longer is one from before the clock was set.
    let rest = restsUntil.flatMap { $0.isAhead(upTo: Self.pause, at: now) ? $0 : nil }
    dueAt = max(soon, rest ?? soon)
  }

  /// When something is to be done; nil while the numbers hold, or while they are counted.
  var deadline: Date? { begunAt == nil ? dueAt : nil }

  /// Whether the numbers hold: none is being counted, and none is to be.
  var isIdle: Bool { dueAt == nil && begunAt == nil }

  /// Begins the count that is due; false while none is.
  mutating func begin(at now: Date) -> Bool {
    guard let deadline, deadline <= now else { return false }
    (dueAt, begunAt) = (nil, now)
    return true
  }

  /// The count has ended; the next one waits longer after a long one.
  mutating func end(at now: Date) {
    let seconds = begunAt.map { max(now.timeIntervalSince($0), 0) } ?? 0
    end(restingUntil: now.addingTimeInterval(min(seconds * Self.rest, Self.pause)))
  }

  /// Takes in that a count has failed; the next one waits for a while.
  mutating func fail(at now: Date) {
    end(restingUntil: now.addingTimeInterval(Self.pause))
  }

  private mutating func end(restingUntil moment: Date) {
    (begunAt, restsUntil) = (nil, moment)
    dueAt = dueAt.map { max($0, moment) }
  }
}
