import Foundation

/// The snapshots of one query: the first at once, then one whenever it may have changed.
///
/// It also wakes when the clock next moves a message, and settles that in the store first.
struct SnapshotSequence: AsyncSequence, Sendable {
  /// What it needs of the store.
  struct Place: Sendable {
    var broadcast: ChangeBroadcast
    var read: @Sendable (Date) throws -> InboxSnapshot
    var settle: @Sendable (Date) throws -> Void
  }

  let place: Place
  let now: @Sendable () -> Date

  func makeAsyncIterator() -> Iterator {
    Iterator(place: place, now: now)
  }

  struct Iterator: AsyncIteratorProtocol {
    let place: Place
    let now: @Sendable () -> Date
    private var signals: ChangeSignals?
    private var nextTransition: Date?

    init(place: Place, now: @escaping @Sendable () -> Date) {
      self.place = place
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
        signals = try ChangeSignals(from: place.broadcast)
        return true
      }
      let delay = nextTransition.map { Swift.max(0, $0.timeIntervalSince(now())) }
      let alarm = delay.flatMap { signals?.ring(after: $0) }
      defer { alarm?.cancel() }
      return await signals?.next() ?? false
    }

    /// Settles and reads on a thread that may wait for another process's write.
    private func read() async throws -> InboxSnapshot {
      let (place, date, transition) = (place, now(), nextTransition)
      return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async {
          continuation.resume(
            with: Result {
              if let transition, transition <= date { try place.settle(date) }
              return try place.read(date)
            })
        }
      }
    }
  }
}
