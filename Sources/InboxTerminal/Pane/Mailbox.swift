import InboxCore
import InboxSystem
import Synchronization

/// What workers have done and the loop has not taken yet.
///
/// The letters (state) are behind a lock (guard), because workers add them while the loop takes
/// them (reason); the pipe tells the loop that there are some.
final class ResultQueue<Letter: Sendable>: Sendable {
  private let pipe: WakePipe
  private let letters = Mutex<[Letter]>([])

  /// Makes an empty one.
  ///
  /// - Throws: ``SystemError`` when the process has no descriptors left.
  init() throws(SystemError) {
    pipe = try WakePipe()
  }

  /// Becomes readable when ``take()`` has something.
  var descriptor: Int32 { pipe.reading }

  /// Adds a letter and wakes the loop.
  func add(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    pipe.wake()
  }

  /// Takes everything, in the order in which it came.
  func take() -> [Letter] {
    _ = pipe.drain()
    return letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
