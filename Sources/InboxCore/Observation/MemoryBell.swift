import Synchronization

/// Wakes the watches of its own process, for an inbox in memory.
///
/// State: the pipes that listen. Guard: the mutex, as any thread may write, open or drop a watch.
final class MemoryBell: Bell {
  private let pipes = Mutex<[ObjectIdentifier: WakePipe]>([:])

  /// Rings a pipe too from now on.
  func attach(_ pipe: WakePipe) {
    pipes.withLock { $0[ObjectIdentifier(pipe)] = pipe }
  }

  /// Rings a pipe no more.
  func detach(_ pipe: WakePipe) {
    pipes.withLock { $0[ObjectIdentifier(pipe)] = nil }
  }

  /// Tells every watch that something was committed.
  func ring() {
    pipes.withLock { pipes in
      for pipe in pipes.values { pipe.ring() }
    }
  }
}
