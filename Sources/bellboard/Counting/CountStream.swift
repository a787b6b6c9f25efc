import InboxText
import Foundation
import InboxCore
import InboxSystem

/// Prints the counts of an inbox anew whenever they read differently, and waits in between.
struct CountStream {
  /// What is printed.
  let lines: CountLines
  /// Where it goes.
  let output: StandardOutput

  /// Prints the line of one moment.
  func printOnce() throws {
    try output.line(try lines.line(at: Date()))
  }

  /// Prints and waits until a signal comes or the reader is gone.
  func follow() throws {
    // Before the first look, so that no change falls between the two.
    let wait = InboxWait(watch: try lines.inbox.watch(), signals: try SignalSource.ending())
    var lines = lines
    while true {
      if let line = try lines.newLine(at: Date()) {
        try output.line(line)
        try output.flush()
      }
      switch try wait.wait(atMost: lines.nextReading.timeIntervalSinceNow) {
      case .changed, .reloaded, .timeUp: continue
      case .signal: return
      case .readerGone: throw OutputError.readerGone
      }
    }
  }
}
