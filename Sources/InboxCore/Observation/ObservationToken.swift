import Synchronization

/// Keeps one observation going; it ends when this is dropped or cancelled.
///
/// How it ends (state) is behind a lock (guard), because any thread may cancel or drop the last
/// reference, and it ends once (reason).
public final class ObservationToken: Sendable {
  private let end: Mutex<(@Sendable () -> Void)?>

  init(end: @escaping @Sendable () -> Void) {
    self.end = Mutex(end)
  }

  deinit {
    cancel()
  }

  /// Ends the observation: no call begins after this; one that is under way may finish.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
