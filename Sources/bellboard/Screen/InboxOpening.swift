import Foundation
import InboxCore
import Synchronization

/// The opening of an inbox on a thread of its own, while the screen reads its settings.
///
/// State: the result. Guard: the mutex. Reason: the thread sets it, and the screen takes it.
final class InboxOpening: Sendable {
  /// What came of it, once it is done.
  private let result = Mutex<Result<Inbox, any Error>>(.failure(CancellationError()))
  private let done = DispatchSemaphore(value: 0)

  /// Begins to open.
  ///
  /// - Parameters:
  ///   - open: Opens the inbox.
  ///   - prepare: Gets it, once it is there, for what can be done beside the screen's start.
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
  /// - Throws: What the opening threw.
  func wait() throws -> Inbox {
    done.wait()
    // A second call finds it as well.
    done.signal()
    return try result.withLock { $0 }.get()
  }
}
