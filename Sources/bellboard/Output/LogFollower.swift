import BellboardSupport
import Foundation
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

/// Prints messages as they arrive, after the last ones that are there.
struct MessageStream {
  let inbox: Inbox
  /// The filter, parsed for each arrival as its times may be relative.
  let filter: FilterWordOptions
  var printer: MessagePrinter
  /// The output that it prints to.
  let output: StandardOutput

  /// Number of messages that are printed first, as `tail` does.
  static let usualCount = 10

  /// Prints the newest messages, oldest first, then each that arrives or comes again, until a
  /// signal arrives or the reader closes the output.
  mutating func run(from count: Int) throws {
    // Watch and read the position before the first read, so that nothing is missed.
    let wait = try InboxWait(streaming: inbox, to: output)
    let start = try inbox.lastSequence()
    let shown = try printNewest(count)
    try inbox.followLog(after: start, through: wait, flushing: output) { news in
      switch news {
      case .gap:
        StandardError.printError("some messages may be missing; 'bellboard list' lists all")
      case .entry(let entry):
        let now = Date()
        let meant = try filter.filter(at: now)
        let numbers = entry.arrivals.filter { entry.verb == .resurfaced || !shown.contains($0) }
        for message in try inbox.messages(numbers) where meant.matches(message, at: now) {
          try printer.print(message)
        }
      }
      return true
    }
  }

  private mutating func printNewest(_ count: Int) throws -> Set<MessageNumber> {
    var newest: [Message] = []
    let filter = try filter.filter(at: Date())
    // In each order pinned messages come first, so that they are read by themselves.
    for isPinned in [true, false] {
      let part = filter.adding([.init(.pinned, isNegated: !isPinned)])
      try inbox.messages(matching: MessageQuery(filter: part, order: .newest), limit: count) {
        newest.append($0)
      }
    }
    newest.sort { ($0.sortDate, $0.number) < ($1.sortDate, $1.number) }
    newest = newest.suffix(count)
    for message in newest { try printer.print(message) }
    return Set(newest.map(\.number))
  }
}

extension LogEntry {
  /// The messages that arrived or came again; empty for other steps.
  fileprivate var arrivals: [MessageNumber] {
    [.received, .imported, .resurfaced].contains(verb) ? numbers : []
  }
}
