import Foundation

/// The log from one sequence on, without end: page by page as it grows.
struct LogSequence: AsyncSequence, Sendable {
  let broadcast: ChangeBroadcast
  let start: Int64
  let read: @Sendable (Int64) throws -> LogPage

  func makeAsyncIterator() -> Iterator {
    Iterator(broadcast: broadcast, read: read, position: start)
  }

  struct Iterator: AsyncIteratorProtocol {
    private let broadcast: ChangeBroadcast
    private let read: @Sendable (Int64) throws -> LogPage
    private var position: Int64
    private var signals: ChangeSignals?

    init(
      broadcast: ChangeBroadcast, read: @escaping @Sendable (Int64) throws -> LogPage,
      position: Int64
    ) {
      self.broadcast = broadcast
      self.read = read
      self.position = position
    }

    mutating func next() async throws -> LogPage? {
      if signals == nil { signals = try await ChangeSignals(from: broadcast) }
      while !Task.isCancelled {
        if let page = try await nextPage() { return page }
        guard await signals?.next() == true else { return nil }
      }
      return nil
    }

    /// The entries after the position, nil when there are none; moves the position past them.
    private mutating func nextPage() async throws -> LogPage? {
      let page = try await onBlockingQueue { [read, position] in try read(position) }
      switch page {
      case .entries(let entries):
        guard let last = entries.last else { return nil }
        position = last.sequence
      case .gap(let resumption):
        position = resumption
      }
      return page
    }
  }
}

/// The snapshots of one query: the first at once, then one whenever it may have changed.
///
/// It also wakes when the clock next moves a message, and settles that in the store first.
struct SnapshotSequence: AsyncSequence, Sendable {
  /// Parts of the store that the sequence uses.
  struct Source: Sendable {
    var broadcast: ChangeBroadcast
    var read: @Sendable (Date) throws -> InboxSnapshot
    var settle: @Sendable (Date) throws -> Void
  }

  let source: Source
  let now: @Sendable () -> Date

  func makeAsyncIterator() -> Iterator {
    Iterator(source: source, now: now)
  }

  struct Iterator: AsyncIteratorProtocol {
    private let source: Source
    private let now: @Sendable () -> Date
    private var signals: ChangeSignals?
    private var nextTransition: Date?

    init(source: Source, now: @escaping @Sendable () -> Date) {
      self.source = source
      self.now = now
    }

    mutating func next() async throws -> InboxSnapshot? {
      guard try await hasNext(), !Task.isCancelled else { return nil }
      let snapshot = try await read()
      nextTransition = snapshot.nextTransition
      return snapshot
    }

    /// Waits for a change or for the clock; the first time it only begins to listen.
    private mutating func hasNext() async throws -> Bool {
      guard signals != nil else {
        signals = try await ChangeSignals(from: source.broadcast)
        return true
      }
      let delay = nextTransition.map { Swift.max(0, $0.timeIntervalSince(now())) }
      let alarm = delay.flatMap { signals?.ring(after: $0) }
      defer { alarm?.cancel() }
      return await signals?.next() ?? false
    }

    /// Settles what is due, and reads.
    private func read() async throws -> InboxSnapshot {
      let (source, date, transition) = (source, now(), nextTransition)
      return try await onBlockingQueue {
        if let transition, transition <= date { try source.settle(date) }
        return try source.read(date)
      }
    }
  }
}

/// Signals that something changed, for a sequence that reads again each time.
///
/// Any number of changes between two waits are one signal.
struct ChangeSignals {
  private let ring: AsyncStream<Void>.Continuation
  private let token: ObservationToken
  private var signals: AsyncStream<Void>.AsyncIterator

  /// Begins to listen; each later commit is signalled.
  init(from broadcast: ChangeBroadcast) async throws {
    let (stream, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    token = try await onBlockingQueue {
      try broadcast.listen(end: { ring.finish() }, { _ in ring.yield() })
    }
    self.ring = ring
    signals = stream.makeAsyncIterator()
  }

  /// Waits for the next signal; false when there will be none, or the task was cancelled.
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

/// Runs what may wait for the database or for another process on a queue of threads that may
/// block, because a blocked cooperative thread stops every task of the program.
func onBlockingQueue<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      continuation.resume(with: Result { try body() })
    }
  }
}
