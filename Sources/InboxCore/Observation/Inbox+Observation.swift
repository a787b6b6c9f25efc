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

/// The snapshots of one query: the first at once, then one whenever it may have changed.
///
/// It also wakes at the next clock transition, and settles it in the store first.
struct SnapshotSequence: AsyncSequence, Sendable {
  /// Operations of the inbox, which may block, and its clock.
  struct Source: Sendable {
    var read: @Sendable (Date) throws -> InboxSnapshot
    var settle: @Sendable (Date) throws -> Void
    var now: @Sendable () -> Date
  }

  /// The inbox that is observed, on whose queues the operations run.
  let inbox: Inbox
  let source: Source

  func makeAsyncIterator() -> Iterator {
    Iterator(inbox: inbox, source: source)
  }

  struct Iterator: AsyncIteratorProtocol {
    let inbox: Inbox
    let source: Source
    fileprivate var signals: ChangeSignals?
    fileprivate var nextTransition: Date?

    mutating func next() async throws -> InboxSnapshot? {
      do {
        guard try await hasNext() else { return nil }
        let snapshot = try await read()
        nextTransition = snapshot.nextTransition
        return snapshot
      } catch is CancellationError {
        return nil
      }
    }

    /// Waits for a change or a clock transition; the first call only subscribes.
    private mutating func hasNext() async throws -> Bool {
      guard signals != nil else {
        signals = try await ChangeSignals(from: inbox)
        return true
      }
      let delay = nextTransition.map { Swift.max(0, $0.timeIntervalSince(source.now())) }
      let alarm = delay.flatMap { signals?.ring(after: $0) }
      defer { alarm?.cancel() }
      return await signals?.next() ?? false
    }

    /// Settles due transitions, and reads.
    private func read() async throws -> InboxSnapshot {
      let (source, date) = (source, source.now())
      if let nextTransition, nextTransition <= date {
        try await inbox.writing { try source.settle(date) }
      }
      return try await inbox.reading { try source.read(date) }
    }
  }
}

/// Change signals for a sequence that reads again at each.
///
/// Any number of changes between two waits coalesce into one signal.
struct ChangeSignals {
  private let ring: AsyncStream<Void>.Continuation
  private let token: ObservationToken
  private var signals: AsyncStream<Void>.AsyncIterator

  /// Subscribes; each later commit is signaled.
  init(from inbox: Inbox) async throws {
    let (stream, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    token = try await inbox.reading {
      try inbox.broadcast.listen(end: { ring.finish() }, { _ in ring.yield() })
    }
    self.ring = ring
    signals = stream.makeAsyncIterator()
  }

  /// Waits for the next signal; false when the inbox was closed or the task cancelled.
  mutating func next() async -> Bool {
    await signals.next(isolation: #isolation) != nil
  }

  /// Signals once after a delay in seconds, unless the returned task is cancelled before.
  func ring(after seconds: Double) -> Task<Void, Never> {
    Task { [ring] in
      guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
      ring.yield()
    }
  }
}
