import Foundation
import Synchronization

extension Inbox {
  /// The highest sequence of the log; 0 while it is empty.
  ///
  /// - Throws: ``InboxError``.
  package func lastSequence() throws -> Int64 {
    try store.read { try InboxStore.lastSequence(in: $0) }
  }

  /// The entries of the log after a sequence, in order.
  ///
  /// - Parameters:
  ///   - sequence: The last known sequence; 0 for the beginning.
  ///   - limit: Maximum number of entries, at least 1.
  /// - Returns: The entries, or a gap when some are no longer kept.
  /// - Throws: ``InboxError``.
  package func log(after sequence: Int64, limit: Int) throws -> LogPage {
    try store.readLog(after: sequence, limit: limit).page
  }

  /// Whether the log of the open file was removed, so that changes of others are not seen.
  package var isCutOff: Bool { store.isCutOff }

  /// A watch for changes by any process, to wait on in an event loop.
  ///
  /// - Parameter sequence: The last known entry; nil for the newest. A screen passes its
  ///   snapshot's, so that no change in between is missed.
  /// - Returns: The watch, for one thread at a time.
  /// - Throws: ``InboxError``.
  package func watch(after sequence: Int64? = nil) throws -> InboxWatch {
    try store.watch(after: sequence ?? store.readLog(after: -1, limit: 0).lastSequence)
  }

  /// Subscribes to commits of any process and to clock transitions: a start, an expiry, the end of
  /// a snooze.
  ///
  /// All subscribers of an inbox are called on one thread, one after the other and in order.
  ///
  /// - Returns: A token; the subscription ends when it is dropped or cancelled.
  /// - Throws: ``InboxError``.
  public func observe(
    _ body: @escaping @Sendable (InboxChange) -> Void
  ) throws -> ObservationToken {
    try broadcast.listen(body)
  }

  /// Snapshots of a query: one at once, then one whenever it may have changed.
  ///
  /// Changes by any process count, and clock transitions: a start, an expiry or the end of a
  /// snooze causes a snapshot at its time. The sequence ends when the task is cancelled or the
  /// inbox is closed.
  ///
  /// - Parameters:
  ///   - query: The filter and order of the messages.
  ///   - window: The window of rows.
  /// - Returns: The snapshots; each iteration of the sequence begins anew.
  public func snapshots(
    of query: MessageQuery, in window: MessageWindow
  ) -> some AsyncSequence<InboxSnapshot, any Error> & Sendable {
    SnapshotSequence(
      inbox: self,
      source: .init(
        read: { try at($0).snapshot(of: query, in: window) },
        settle: { if !store.isReadOnly { _ = try at($0).settle() } }, now: { now }))
  }
}

/// The token of a subscription, which ends when the token is dropped or cancelled.
///
/// State: the closure that ends it. Guard: a mutex, because any thread may cancel or drop the last
/// reference, and the subscription ends once.
public final class ObservationToken: Sendable {
  private let end: Mutex<(@Sendable () -> Void)?>

  init(end: @escaping @Sendable () -> Void) {
    self.end = Mutex(end)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription: no call begins after this; a running one may finish.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
