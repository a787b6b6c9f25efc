import Foundation
import Synchronization

/// Work on a thread of its own, whose value another thread waits for.
///
/// State: the result. Guard: the mutex. Reason: one thread sets it and another reads it.
final class BackgroundWork<Value: Sendable>: Sendable {
  /// The result; a `CancellationError` until the work is done.
  private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
  private let done = DispatchSemaphore(value: 0)

  /// Starts the thread, which then goes on with the value, for which nobody waits.
  init(
    _ work: @escaping @Sendable () throws -> Value,
    then goOn: @escaping @Sendable (Value) -> Void = { _ in }
  ) {
    Thread.detachNewThread { [self] in
      let ended = Result(catching: work)
      result.withLock { $0 = ended }
      done.signal()
      if case .success(let value) = ended { goOn(value) }
    }
  }

  /// Waits for the value.
  ///
  /// - Throws: The error of the work.
  func value() throws -> Value {
    done.wait()
    // Signal again, so that a second call does not block.
    done.signal()
    return try result.withLock { $0 }.get()
  }
}
