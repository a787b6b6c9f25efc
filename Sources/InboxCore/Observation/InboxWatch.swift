import Foundation
import GRDB
import InboxSystem

/// A watch for changes of an inbox by any process, to wait on in a loop.
///
/// Wait with `poll(2)` until ``fileDescriptor`` is readable or ``retryDelay`` has passed, then
/// ``take()``. Events are only hints: the truth is the log, which each take reads. Used by
/// one thread at a time.
package final class InboxWatch {
  /// The result of a take.
  package enum Wake: Sendable, Hashable {
    /// Nothing is new.
    case nothing
    /// These entries are new, in order and without a hole.
    case changed([LogEntry])
    /// The changes are not known in full: read everything again.
    case reload
    /// The database file is gone; a later take finds the next one, as a reload.
    case gone
  }

  /// The watch's access to the log.
  struct Log {
    /// Reads the entries after a sequence, up to a limit.
    var read: (_ after: Int64, _ limit: Int) throws -> LogRead
    /// Opens the database file that took the place of the open one; false when there is none yet.
    var reopen: () throws -> Bool = { true }
    /// Runs reads in one transaction, so that all see one moment.
    var inTransaction: (_ read: () throws -> Void) throws -> Void = { try $0() }
  }

  /// Most entries that one take returns; the rest is due at once.
  static let batch = 1_000

  private let events: any ChangeWatch
  private let log: Log
  private var position: Int64
  /// The counts at the last take that found something.
  private(set) var counts: InboxCounts?
  private var ladder = RetryLadder()
  /// Whether entries may wait that were not taken: at first those from before the watch.
  private var hasMore = true
  private var mustReload: Bool
  private var mustReopen: Bool
  private var isGone = false
  /// Whether the last take threw.
  private var hasFailed = false
  private var lastTake = ContinuousClock.now

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - events: Hints to look at the log.
  ///   - log: The log.
  ///   - position: The last sequence that is known.
  ///   - isReplaced: Whether another file took the place of the open one before `events` began.
  init(events: any ChangeWatch, log: Log, after position: Int64, isReplaced: Bool = false) {
    self.events = events
    self.log = log
    self.position = position
    (mustReload, mustReopen) = (isReplaced, isReplaced)
  }

  /// Becomes readable when a look is due; -1, which `poll(2)` passes over, when only
  /// ``retryDelay`` tells.
  package var fileDescriptor: Int32 { events.fileDescriptor }

  /// The means by which the watch learns of changes.
  package var kind: WatchKind { events.kind }

  /// Seconds until a look is due though nothing is readable; nil means wait for the descriptor.
  package var retryDelay: Double? {
    if hasMore, !hasFailed { return 0 }
    let retry = ladder.delay(at: .now).map { $0 / .seconds(1) }
    // The next file may be found before it is ready, or cannot be read just now, and nothing may
    // happen to it after that.
    let wait = mustReopen || hasFailed ? PollingWatch.standardInterval : nil
    guard let interval = events.interval ?? wait else { return retry }
    let left = max(interval - (.now - lastTake) / .seconds(1), 0)
    return min(retry ?? left, left)
  }

  /// Takes the waiting events and reads what is new in the log.
  ///
  /// - Throws: what reading the database throws; the next take tries again, due after a moment.
  package func take() throws -> Wake {
    var found = Wake.nothing
    try take { found = $0 }
    return found
  }

  /// Takes the waiting events and reads on in the transaction that has read the log.
  ///
  /// - Parameter read: Gets what is new in the log, once, unless nothing is; its own reads of the
  ///   inbox see the same moment.
  /// - Throws: what reading the log throws; the next take tries again, due after a moment.
  package func take(reading read: (Wake) -> Void) throws {
    let isRetry = hasFailed
    hasFailed = true
    let hint = drainEvents()
    if mustReopen, try !log.reopen() {
      hasFailed = false
      guard !isGone else { return }
      isGone = true
      return read(.gone)
    }
    (mustReopen, isGone) = (false, false)
    let isIdlePoll = hint == .nothing && events.interval != nil && !hasMore && !isRetry
    if mustReload || !isIdlePoll {
      try log.inTransaction {
        let wake = try mustReload ? reload(from: log.read(-1, 0)) : readLog()
        if wake != .nothing { read(wake) }
      }
    }
    hasFailed = false
  }

  /// Takes the waiting events; they say whether to open the file again, and to reload.
  private func drainEvents() -> ChangeHint {
    lastTake = .now
    let hint = events.drain()
    if hint >= .writing {
      ladder.start(at: .now)
    } else {
      ladder.markDone(at: .now)
    }
    mustReopen = mustReopen || hint == .replaced
    mustReload = mustReload || hint >= .lost
    return hint
  }

  private func readLog() throws -> Wake {
    let read = try log.read(position, Self.batch)
    guard case .entries(let entries) = read.page else { return reload(from: read) }
    hasMore = entries.count == Self.batch
    guard let last = entries.last else { return .nothing }
    position = last.sequence
    counts = read.counts
    return .changed(entries)
  }

  private func reload(from read: LogRead) -> Wake {
    position = read.lastSequence
    counts = read.counts
    mustReload = false
    hasMore = false
    return .reload
  }
}

extension InboxStore {
  /// A watch for the entries after a sequence.
  ///
  /// - Parameters:
  ///   - sequence: the last sequence that is known.
  ///   - isPolling: looks regularly although file events could be had; for tests.
  /// - Returns: The watch, for one thread at a time.
  /// - Throws: ``InboxError`` when the process has no descriptor left for an inbox in memory.
  func watch(after sequence: Int64, isPolling: Bool = false) throws -> InboxWatch {
    let events: any ChangeWatch =
      if let path {
        try fileWatch(path, isPolling: isPolling)
      } else {
        try memoryWatch()
      }
    let log = InboxWatch.Log(
      read: { try self.readLog(after: $0, limit: $1) }, reopen: { try self.reopen() },
      inTransaction: { read in try self.read { _ in try read() } })
    return InboxWatch(
      events: events, log: log, after: sequence, isReplaced: !isConnectedToCurrentFile)
  }

  private func memoryWatch() throws(InboxError) -> any ChangeWatch {
    guard let bell = bell as? MemoryBell else {
      throw .cannotAccess(path: "memory", reason: .unwatchable)
    }
    return try InProcessWatch(to: bell)
  }

  private func fileWatch(_ path: String, isPolling: Bool) throws -> any ChangeWatch {
    if isPolling { return poll(path, because: .asked) }
    #if os(Linux)
      if let kind = MountTable.current.networkFileSystem(at: path) {
        return poll(path, because: .networkFileSystem(kind))
      }
      do {
        return try InotifyWatch(databasePath: path, bellName: FileBell.fileName)
      } catch {
        return poll(path, because: .refused(code: error.code))
      }
    #else
      return poll(path, because: .refused(code: ENOSYS))
    #endif
  }

  private func poll(_ path: String, because reason: WatchKind.PollingReason) -> any ChangeWatch {
    PollingWatch(databasePath: path, reason: reason) {
      // Each commit of another connection than the reader changes it.
      try self.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
  }
}

/// The times to look again after a writer was seen at work, in case it dies before it rings.
///
/// Each event starts over: looks after 2, 20 and 200 ms, then rest.
struct RetryLadder {
  private static let steps: [Duration] = [.milliseconds(2), .milliseconds(20), .milliseconds(200)]

  private var step = 0
  private var due: ContinuousClock.Instant?

  /// Starts over from the first look.
  mutating func start(at now: ContinuousClock.Instant) {
    step = 0
    due = now + Self.steps[0]
  }

  /// Marks the look that is due as done; an early call changes nothing.
  mutating func markDone(at now: ContinuousClock.Instant) {
    guard let due, due <= now else { return }
    step += 1
    self.due = step < Self.steps.count ? now + Self.steps[step] : nil
  }

  /// Time until the next look, nil while it rests.
  func delay(at now: ContinuousClock.Instant) -> Duration? {
    due.map { max(.zero, $0 - now) }
  }
}
