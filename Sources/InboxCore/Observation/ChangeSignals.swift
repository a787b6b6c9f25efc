/// Word that something changed, for a sequence that reads afresh each time.
///
/// Any number of changes between two waits are one signal.
struct ChangeSignals {
  private let ring: AsyncStream<Void>.Continuation
  private let token: ObservationToken
  private var signals: AsyncStream<Void>.AsyncIterator

  /// Begins to listen; what is committed from now on is signalled.
  init(from broadcast: ChangeBroadcast) throws {
    let (stream, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    token = try broadcast.listen(end: { ring.finish() }, { _ in ring.yield() })
    self.ring = ring
    signals = stream.makeAsyncIterator()
  }

  /// Waits for the next signal; false when there will be none, or the task was cancelled.
  mutating func next() async -> Bool {
    await signals.next(isolation: #isolation) != nil
  }

  /// Signals once after so many seconds, unless the returned task is cancelled before.
  func ring(after seconds: Double) -> Task<Void, Never> {
    Task { [ring] in
      guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
      ring.yield()
    }
  }
}
