/// A thing to wait on: tells when the inbox has changed, whoever changed it.
///
/// Wait with `poll(2)` until ``fileDescriptor`` is readable or ``retryDelay`` has passed, then
/// ``take()``. Events are only hints: the truth is the log, which each take looks at. Used by
/// one thread at a time.
public final class InboxWatch {
  /// What a take found.
  public enum Wake: Sendable, Hashable {
    /// Nothing is new.
    case nothing
    /// These entries are new, in order and without a hole.
    case changed([LogEntry])
    /// What happened is not known in full: read everything afresh.
    case reload
    /// The database file is gone; a later take finds the next one, as a reload.
    case gone
  }

  /// How a watch reads the log.
  struct Log {
    /// What follows a sequence, at most so many entries.
    var look: (_ after: Int64, _ limit: Int) throws -> LogLook
    /// Opens the database file that now has the name, when another one took its place; false
    /// when there is none yet.
    var reopen: () throws -> Bool = { true }
  }

  /// Most entries that one take hands over; the rest is due at once.
  static let batch = 1_000

  private let events: any ChangeWatch
  private let log: Log
  private var position: Int64
  /// The counts at the last take that found something.
  private(set) var counts: InboxCounts?
  private var ladder = RetryLadder()
  /// Whether more may wait than was taken: also what was committed before it began to listen.
  private var hasMore = true
  private var mustReload = false
  private var mustReopen = false
  private var isGone = false
  /// Whether the last take threw.
  private var hasFailed = false
  private var lastTake = ContinuousClock.now

  init(events: any ChangeWatch, log: Log, after position: Int64) {
    self.events = events
    self.log = log
    self.position = position
  }

  /// Becomes readable when a look is due; -1, which `poll(2)` passes over, when only
  /// ``retryDelay`` tells.
  public var fileDescriptor: Int32 { events.fileDescriptor }

  /// By what means the watch learns of changes.
  public var kind: WatchKind { events.kind }

  /// Seconds until a look is due though nothing is readable; nil means wait for the descriptor.
  public var retryDelay: Double? {
    if hasMore, !hasFailed { return 0 }
    let retry = ladder.delay(at: .now).map { $0 / .seconds(1) }
    // The next file may be found before it is ready, or cannot be read just now, and nothing may
    // happen to it after that.
    let wait = mustReopen || hasFailed ? PollingWatch.standardInterval : nil
    guard let interval = events.interval ?? wait else { return retry }
    let left = max(interval - (.now - lastTake) / .seconds(1), 0)
    return min(retry ?? left, left)
  }

  /// Takes the waiting events and says what is new in the log.
  ///
  /// - Throws: what reading the database throws; the next take tries again, due after a moment.
  public func take() throws -> Wake {
    let isRetry = hasFailed
    hasFailed = true
    let wake = try next(isRetry: isRetry)
    hasFailed = false
    return wake
  }

  private func next(isRetry: Bool) throws -> Wake {
    lastTake = .now
    let hint = events.drain()
    if hint >= .writing {
      ladder.start(at: .now)
    } else {
      ladder.look(at: .now)
    }
    mustReopen = mustReopen || hint == .replaced
    mustReload = mustReload || hint >= .lost
    if mustReopen {
      guard try log.reopen() else {
        defer { isGone = true }
        return isGone ? .nothing : .gone
      }
      (mustReopen, isGone) = (false, false)
    }
    if mustReload { return try reload(at: log.look(-1, 0)) }
    let isIdlePoll = hint == .nothing && events.interval != nil && !hasMore && !isRetry
    return isIdlePoll ? .nothing : try look()
  }

  private func look() throws -> Wake {
    let look = try log.look(position, Self.batch)
    guard case .entries(let entries) = look.page else { return reload(at: look) }
    hasMore = entries.count == Self.batch
    guard let last = entries.last else { return .nothing }
    position = last.sequence
    counts = look.counts
    return .changed(entries)
  }

  private func reload(at look: LogLook) -> Wake {
    position = look.lastSequence
    counts = look.counts
    mustReload = false
    hasMore = false
    return .reload
  }
}
