import BellboardSupport
import InboxCore

/// News of the log.
enum LogNews {
  case entry(LogEntry)
  /// Entries before the one after this sequence are gone, or of another database.
  case gap(resumingAt: Int64)
}

extension Inbox {
  private static let pageSize = 500

  /// Passes on news of the log after a position, as entries are appended, until `take` returns false,
  /// a signal arrives, or the reader closes the output, which is flushed before each wait.
  func followLog(
    after start: Int64, through wait: InboxWait, flushing output: StandardOutput,
    _ take: (LogNews) throws -> Bool
  ) throws {
    var position = start
    while try readNews(after: &position, take) {
      try output.flush()
      switch try wait.wait() {
      case .changed, .timeUp: continue
      case .reloaded:
        // A replaced database counts from one again: its entries after our position are others.
        position = try lastSequence()
        guard try take(.gap(resumingAt: position)) else { return }
      case .signal: return
      }
    }
  }

  /// Passes on new entries; false when there is enough.
  private func readNews(
    after position: inout Int64, _ take: (LogNews) throws -> Bool
  ) throws -> Bool {
    while true {
      switch try log(after: position, limit: Self.pageSize) {
      case .gap(let resumeAt):
        position = resumeAt
        guard try take(.gap(resumingAt: resumeAt)) else { return false }
      case .entries(let entries):
        for entry in entries {
          position = entry.sequence
          guard try take(.entry(entry)) else { return false }
        }
        if entries.count < Self.pageSize { return true }
      }
    }
  }
}
