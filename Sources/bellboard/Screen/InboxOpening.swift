import Foundation
import InboxCore
import Synchronization

/// Opens an inbox on a thread of its own while the screen reads its settings.
///
/// State: the result. Guard: the mutex. Reason: one thread sets it and another reads it.
final class InboxOpening: Sendable {
  /// The result; a `CancellationError` until the inbox is opened.
  private let result = Mutex<Result<Inbox, any Error>>(.failure(CancellationError()))
  private let done = DispatchSemaphore(value: 0)

  /// Starts the thread, which opens the inbox and then prepares it beside the screen's start.
  init(
    _ open: @escaping @Sendable () throws -> Inbox,
    preparing prepare: @escaping @Sendable (Inbox) -> Void
  ) {
    Thread.detachNewThread { [self] in
      let opened = Result(catching: open)
      result.withLock { $0 = opened }
      done.signal()
      if case .success(let inbox) = opened { prepare(inbox) }
    }
  }

  /// Waits for the inbox.
  ///
  /// - Throws: The error of `open`.
  func wait() throws -> Inbox {
    done.wait()
    // Signal again, so that a second call does not block.
    done.signal()
    return try result.withLock { $0 }.get()
  }
}
