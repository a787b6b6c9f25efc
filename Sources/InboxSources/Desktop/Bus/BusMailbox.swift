import InboxCore
import InboxSystem
import Synchronization

/// What other threads tell the thread of a connection: changes of the inbox, and that it is over.
///
/// State: the changes and the end. Guard: the mutex, because the observation and the supervisor tell
/// of them on threads of their own; a pipe wakes the connection's.
final class BusMailbox: Sendable {
  private struct State {
    var entries: [LogEntry] = []
    var moved: [MessageNumber] = []
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let wake: WakePipe

  /// Opens a mailbox.
  ///
  /// - Throws: `SystemError`.
  init() throws {
    wake = try WakePipe()
  }

  /// Readable when there is something.
  var descriptor: Int32 { wake.reading }

  /// Whether the source is to end.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Tells that the source is to end.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    wake.wake()
  }

  /// Adds entries of the log, and messages that the clock has moved.
  func post(_ entries: [LogEntry], moved: [MessageNumber]) {
    guard !entries.isEmpty || !moved.isEmpty else { return }
    state.withLock { state in
      state.entries += entries
      state.moved += moved
    }
    wake.wake()
  }

  /// Whether there is nothing to take, and no end.
  var isIdle: Bool {
    state.withLock { $0.entries.isEmpty && $0.moved.isEmpty && !$0.isCancelled }
  }

  /// Empties the pipe; what was told stays until it is taken.
  func drain() {
    wake.drain()
  }

  /// Takes what has been added.
  func take() -> (entries: [LogEntry], moved: [MessageNumber]) {
    state.withLock { state in
      defer { (state.entries, state.moved) = ([], []) }
      return (state.entries, state.moved)
    }
  }
}
