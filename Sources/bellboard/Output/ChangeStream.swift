import BellboardSupport
import InboxText
import Foundation
import InboxCore
import InboxSystem

/// The stream of new log entries, one JSON object a line.
struct ChangeStream {
  private let inbox: Inbox
  private let output: StandardOutput
  /// The last place in the log that was printed.
  private var position: Int64
  /// Lines left to print; nil is unlimited.
  private var remaining: Int?

  private static let pageSize = 500

  /// Makes a stream that begins after `position`.
  init(inbox: Inbox, position: Int64, remaining: Int?, output: StandardOutput) {
    self.inbox = inbox
    self.position = position
    self.remaining = remaining
    self.output = output
  }

  /// Prints and waits until the limit is reached, a signal comes, or the reader is gone.
  mutating func run() throws {
    let wait = InboxWait(watch: try inbox.watch(), signals: try SignalSource.ending())
    while try printNews() {
      try output.flush()
      switch try wait.wait() {
      case .changed, .timeUp: continue
      case .reloaded:
        // The log of another database counts anew: what it has after our place is not the rest.
        guard try printGap(resumingAt: inbox.lastSequence()) else { return }
      case .signal: return
      case .readerGone: throw OutputError.readerGone
      }
    }
  }

  /// Prints what is new; false when the limit is reached.
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

  /// Prints that some of the log is missing, and goes on behind it; false after the last line.
  private mutating func printGap(resumingAt sequence: Int64) throws -> Bool {
    position = sequence
    return try emit(
      .object(["v": .integer(1), "gap": .bool(true), "seq": .integer(sequence)]))
  }

  /// Prints a line; false when it was the last one allowed.
  private mutating func emit(_ value: JSONValue) throws -> Bool {
    try output.line(value.json)
    remaining = remaining.map { $0 - 1 }
    return remaining != 0
  }
}

extension LogEntry {
  /// The entry as a line of `watch` has it.
  var json: JSONValue {
    var fields: [String: JSONValue] = [
      "v": .integer(1), "seq": .integer(sequence), "time": .string(RFC3339.string(from: time)),
      "verb": .string(verb.rawValue), "kind": .string(verb.kind.rawValue),
      "numbers": .array(numbers.map { .integer($0.rawValue) }),
    ]
    fields["detail"] = detail.map(JSONValue.string)
    return .object(fields)
  }
}
