import Foundation
import GRDB
import InboxSystem

/// A watch for changes of an inbox by any process, to wait on in an event loop.
///
/// Wait with `poll(2)` until ``fileDescriptor`` is readable or ``retryDelay`` has passed, then
/// call ``take()``. Events are only hints: each call reads the log. Used by one thread at a time.
package final class InboxWatch {
  /// The result of ``InboxWatch/take()``.
  package enum Wake: Sendable, Hashable {
    /// No change.
    case nothing
    /// New entries, in order and without a gap.
    case changed([LogEntry])
    /// Unknown changes: read everything again.
    case reload
    /// The database file was removed; when another one appears, a later call reports a reload.
    case gone
  }

  /// The watch's access to the log.
  struct Log {
    /// Reads the entries after a sequence, up to a limit.
    var read: (_ after: Int64, _ limit: Int) throws -> LogRead
    /// Opens the file that has replaced the open one; false when there is none yet.
    var reopen: () throws -> Bool = { true }
    /// Whether the files of the log were removed under the open ones.
    var isCutOff: () -> Bool = { false }
    /// Runs reads in one transaction.
    var inTransaction: (_ read: () throws -> Void) throws -> Void = { try $0() }
  }

  /// Maximum number of entries for one call; the rest is due at once.
  static let batch = 1_000

  private let events: any ChangeWatch
  private let log: Log
  private var position: Int64
  /// The counts at the last call that found entries.
  private(set) var counts: InboxCounts?
  private var ladder = RetryLadder()
  /// Whether entries may be waiting: at first those from before the watch.
  private var hasMore = true
  private var mustReload: Bool
  private var mustReopen: Bool
  /// Whether the files of the log were removed, and that was not told yet.
  private var isCutOff = false
  private var isGone = false
  /// Whether the last call threw.
  private var hasFailed = false
  private var lastTake = ContinuousClock.now

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - events: Hints to read the log.
  ///   - log: The log.
  ///   - position: The last known sequence.
  ///   - isReplaced: Whether the open file was replaced before `events` began.
  init(events: any ChangeWatch, log: Log, after position: Int64, isReplaced: Bool = false) {
    self.events = events
    self.log = log
    self.position = position
    (mustReload, mustReopen) = (isReplaced, isReplaced)
  }

  /// Becomes readable when a read is due; -1, which `poll(2)` ignores, when only ``retryDelay``
  /// applies.
  package var fileDescriptor: Int32 { events.fileDescriptor }

  /// How the watch observes changes.
  package var kind: WatchKind { events.kind }

  /// Seconds until a read is due although nothing is readable; nil to wait for the descriptor.
  package var retryDelay: Double? {
    if hasMore, !hasFailed { return 0 }
    let retry = ladder.delay(at: .now).map { $0 / .seconds(1) }
    // The next file may be incomplete or unreadable when it is found, without a later event.
    let wait = mustReopen || hasFailed ? PollingWatch.standardInterval : nil
    guard let interval = events.interval ?? wait else { return retry }
    let left = max(interval - (.now - lastTake) / .seconds(1), 0)
    return min(retry ?? left, left)
  }

  /// Drains the waiting events and reads new entries of the log.
  ///
  /// - Throws: Database errors; the next call retries, due after a delay.
  package func take() throws -> Wake {
    var found = Wake.nothing
    try take { found = $0 }
    return found
  }

  /// Drains the waiting events and continues reading in the transaction that has read the log.
  ///
  /// - Parameter read: Receives the result unless nothing is new; its own reads of the inbox see
  ///   the same transaction.
  /// - Throws: Errors of reading the log; the next call retries, due after a delay.
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

  /// Whether the inbox was opened again as the files of its log were removed; true once.
  package func takeCut() -> Bool {
    defer { isCutOff = false }
    return isCutOff
  }

  /// Drains the waiting events, which determine whether to reopen the file and to reload.
  private func drainEvents() -> ChangeHint {
    lastTake = .now
    let hint = events.drain()
    if hint >= .writing {
      ladder.start(at: .now)
    } else {
      ladder.markDone(at: .now)
    }
    let isCut = hint == .cut && log.isCutOff()
    isCutOff = isCutOff || isCut
    mustReopen = mustReopen || hint == .replaced || isCut
    mustReload = mustReload || hint >= .lost || isCut
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
  ///   - sequence: The last known sequence.
  ///   - isPolling: Polls although file events are available; for tests.
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
      isCutOff: { self.isCutOff },
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
      // Each commit of another connection changes it.
      try self.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
  }
}

/// Backoff of retries after a writer was seen active, in case it dies before it rings.
///
/// Each event restarts it: retries after 2, 20 and 200 ms, then none.
struct RetryLadder {
  private static let steps: [Duration] = [.milliseconds(2), .milliseconds(20), .milliseconds(200)]

  private var step = 0
  private var due: ContinuousClock.Instant?

  /// Restarts from the first retry.
  mutating func start(at now: ContinuousClock.Instant) {
    step = 0
    due = now + Self.steps[0]
  }

  /// Marks a due retry as done; an early call has no effect.
  mutating func markDone(at now: ContinuousClock.Instant) {
    guard let due, due <= now else { return }
    step += 1
    self.due = step < Self.steps.count ? now + Self.steps[step] : nil
  }

  /// Time until the next retry, nil for none.
  func delay(at now: ContinuousClock.Instant) -> Duration? {
    due.map { max(.zero, $0 - now) }
  }
}
