import Foundation

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
