import BellboardSupport
import InboxText
import Foundation
import InboxCore
import InboxSystem

/// Streams new log entries, one JSON object a line.
struct ChangeStream {
  private let inbox: Inbox
  private let output: StandardOutput
  /// The sequence of the last entry that was printed.
  private var position: Int64
  /// Number of lines left to print; nil for no limit.
  private var remaining: Int?

  private static let pageSize = 500

  /// Creates a stream that starts after sequence `position`.
  init(inbox: Inbox, position: Int64, remaining: Int?, output: StandardOutput) {
    self.inbox = inbox
    self.position = position
    self.remaining = remaining
    self.output = output
  }

  /// Prints entries until the limit is reached, a signal arrives, or the reader closes the output.
  mutating func run() throws {
    let wait = InboxWait(watch: try inbox.watch(), signals: try SignalSource.ending())
    while try printNews() {
      try output.flush()
      switch try wait.wait() {
      case .changed, .timeUp: continue
      case .reloaded:
        // A replaced database counts from one again: its entries after our position are others.
        guard try printGap(resumingAt: inbox.lastSequence()) else { return }
      case .signal: return
      case .readerGone: throw OutputError.readerGone
      }
    }
  }

  /// Prints new entries; false when the limit is reached.
  private mutating func printNews() throws -> Bool {
    while true {
      switch try inbox.log(after: position, limit: Self.pageSize) {
      case .gap(let resumeAt):
        guard try printGap(resumingAt: resumeAt) else { return false }
      case .entries(let entries):
        for entry in entries {
          position = entry.sequence
          guard try emit(entry.json) else { return false }
        }
        if entries.count < Self.pageSize { return true }
      }
    }
  }

  /// Prints a gap in the log and skips it; false when the limit is reached.
  private mutating func printGap(resumingAt sequence: Int64) throws -> Bool {
    position = sequence
    return try emit(
      .object(["v": .integer(1), "gap": .bool(true), "seq": .integer(sequence)]))
  }

  /// Prints a line; false when the limit is reached.
  private mutating func emit(_ value: JSONValue) throws -> Bool {
    try output.line(value.json)
    remaining = remaining.map { $0 - 1 }
    return remaining != 0
  }
}

extension LogEntry {
  /// The JSON of an entry in `watch`.
  var json: JSONValue {
    var fields: [String: JSONValue] = [
      "v": .integer(1), "seq": .integer(sequence), "time": .string(RFC3339.string(from: time)),
      "verb": .string(verb.rawValue), "kind": .string(verb.kind.rawValue),
      "numbers": .array(numbers.map { .integer($0.rawValue) }),
    ]
    fields["detail"] = detail.map(JSONValue.string)
    fields["origin"] = origin.map(JSONValue.string)
    return .object(fields)
  }
}
