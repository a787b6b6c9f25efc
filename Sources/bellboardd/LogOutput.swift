import Foundation
import InboxSystem
import Logging
import Synchronization

/// Writes log lines to standard error on a dedicated thread, so that logging never blocks.
///
/// State: the queued lines. Guard: the mutex; a semaphore signals new lines. Reason: a full pipe or
/// a stopped terminal must not block the sources.
final class LogOutput: Sendable {
  private struct State {
    var waiting: [String] = []
    /// The number of lines dropped because the queue was full.
    var droppedCount = 0
    var hasEnded = false
  }

  /// Maximum queued lines.
  static let most = 1_000
  /// The log output of this process.
  static let standard = LogOutput(to: STDERR_FILENO)

  private let state = Mutex(State())
  private let hasWork = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts writing to a descriptor.
  init(to descriptor: Int32) {
    Thread.detachNewThread { [self] in
      while let lines = next() {
        // An error cannot be reported anywhere.
        try? Descriptors.write(lines.joined().utf8, to: descriptor)
      }
      isDone.signal()
    }
  }

  /// Queues a line, which includes its line feed.
  func write(_ line: String) {
    state.withLock { state in
      if state.waiting.count < Self.most {
        state.waiting.append(line)
      } else {
        state.droppedCount += 1
      }
    }
    hasWork.signal()
  }

  /// Writes the queued lines within a time limit; nothing is written after that.
  func finish(within seconds: Double) {
    state.withLock { $0.hasEnded = true }
    hasWork.signal()
    _ = isDone.wait(timeout: .now() + seconds)
  }

  /// Waits for the next lines; nil at the end.
  private func next() -> [String]? {
    while true {
      hasWork.wait()
      let (lines, hasEnded) = state.withLock { state in
        defer { (state.waiting, state.droppedCount) = ([], 0) }
        let dropped = state.droppedCount
        let note =
          dropped == 0
          ? [] : [JournalLog.line(.warning, "\(dropped) log lines were dropped: nobody read them")]
        return (state.waiting + note, state.hasEnded)
      }
      if !lines.isEmpty { return lines }
      if hasEnded { return nil }
    }
  }
}
