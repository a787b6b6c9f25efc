import Foundation
import InboxSystem
import Logging
import Synchronization

/// The log lines on their way to standard error, by a thread of their own: nobody who logs ever waits
/// for whoever reads them.
///
/// State: the lines that wait. Guard: the mutex; a semaphore tells that there are some. Reason: what is
/// full or stopped, as a pipe that nobody reads and a terminal after Ctrl-S, must not stop the sources.
final class LogOutput: Sendable {
  private struct State {
    var waiting: [String] = []
    /// Lines for which there was no room.
    var droppedCount = 0
    var hasEnded = false
  }

  /// Most lines that wait.
  static let most = 1_000
  /// The one of this process.
  static let standard = LogOutput(to: STDERR_FILENO)

  private let state = Mutex(State())
  private let hasWork = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins to write to a descriptor.
  init(to descriptor: Int32) {
    Thread.detachNewThread { [self] in
      while let lines = next() {
        // Nobody is left to tell when this fails.
        try? Descriptors.write(lines.joined().utf8, to: descriptor)
      }
      isDone.signal()
    }
  }

  /// Takes a line, with its end.
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

  /// Writes what waits, at most for some seconds; nothing is written after that.
  func finish(within seconds: Double) {
    state.withLock { $0.hasEnded = true }
    hasWork.signal()
    _ = isDone.wait(timeout: .now() + seconds)
  }

  /// The lines to write next, once there are some; nil at the end.
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
