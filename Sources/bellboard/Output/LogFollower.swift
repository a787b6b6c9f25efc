import BellboardSupport
import InboxCore

/// Reads the log from a position on, as entries are appended.
struct LogFollower {
  enum News {
    case entry(LogEntry)
    /// Entries before the one after this sequence are gone, or of another database.
    case gap(resumingAt: Int64)
  }

  let inbox: Inbox
  /// The sequence of the last entry that was read.
  var position: Int64

  private static let pageSize = 500

  /// Passes on news until `take` returns false, a signal arrives, or the reader closes the output,
  /// which is flushed before each wait.
  mutating func follow(
    through wait: InboxWait, flushing output: StandardOutput,
    _ take: (News, Inbox) throws -> Bool
  ) throws {
    while try readNews(take) {
      try output.flush()
      switch try wait.wait() {
      case .changed, .timeUp: continue
      case .reloaded:
        // A replaced database counts from one again: its entries after our position are others.
        position = try inbox.lastSequence()
        guard try take(.gap(resumingAt: position), inbox) else { return }
      case .signal: return
      case .readerGone: throw OutputError.readerGone
      }
    }
  }

  /// Passes on new entries; false when there is enough.
  private mutating func readNews(_ take: (News, Inbox) throws -> Bool) throws -> Bool {
    while true {
      switch try inbox.log(after: position, limit: Self.pageSize) {
      case .gap(let resumeAt):
        position = resumeAt
        guard try take(.gap(resumingAt: resumeAt), inbox) else { return false }
      case .entries(let entries):
        for entry in entries {
          position = entry.sequence
          guard try take(.entry(entry), inbox) else { return false }
        }
        if entries.count < Self.pageSize { return true }
      }
    }
  }
}
