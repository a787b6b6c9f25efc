import InboxCore
import InboxSystem
import Synchronization

/// A mailbox for the thread of a connection: changes of the inbox, and the end.
///
/// State: the changes and the end. Guard: the mutex, because observation and supervisor add them on
/// other threads; a pipe wakes the connection's thread.
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

  /// Whether the source must end.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Signals that the source must end.
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

  /// Whether there are no changes and no end.
  var isIdle: Bool {
    state.withLock { $0.entries.isEmpty && $0.moved.isEmpty && !$0.isCancelled }
  }

  /// Drains the pipe; the changes stay until they are taken.
  func drain() {
    wake.drain()
  }

  /// Removes and returns the changes.
  func take() -> (entries: [LogEntry], moved: [MessageNumber]) {
    state.withLock { state in
      defer { (state.entries, state.moved) = ([], []) }
      return (state.entries, state.moved)
    }
  }
}
