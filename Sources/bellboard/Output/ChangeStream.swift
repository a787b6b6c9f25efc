import BellboardSupport
import Foundation
import InboxCore
import InboxText

/// Streams new log entries, one JSON object a line.
struct ChangeStream {
  /// The log, read from a position on.
  var log: LogFollower
  /// The filter that the messages of an entry have to match; nil for all entries.
  let filter: FilterWordOptions?
  /// Number of lines left to print; nil for no limit.
  var remaining: Int?
  /// The output that the lines are printed to.
  let output: StandardOutput

  /// Prints entries until the limit is reached, a signal arrives, or the reader closes the output.
  mutating func run() throws {
    let wait = try InboxWait(streaming: log.inbox, to: output)
    var remaining = remaining
    let (filter, output) = (filter, output)
    try log.follow(through: wait, flushing: output) { news, inbox in
      guard let value = try news.json(matching: filter, in: inbox) else { return true }
      try output.line(value.json)
      remaining = remaining.map { $0 - 1 }
      return remaining != 0
    }
  }
}

extension LogFollower.News {
  /// The line of `watch`; nil when the entry has none of the filter's messages.
  fileprivate func json(
    matching filter: FilterWordOptions?, in inbox: Inbox
  ) throws -> JSONValue? {
    switch self {
    case .gap(let sequence):
      return .object(["v": .integer(1), "gap": .bool(true), "seq": .integer(sequence)])
    case .entry(var entry):
      let machine = try inbox.machineName(of: entry)
      guard let filter else { return entry.json(from: machine) }
      let now = Date()
      let meant = try filter.filter(at: now).reaching(.anyState)
      entry.numbers = try inbox.messages(entry.numbers).filter { meant.matches($0, at: now) }
        .map(\.number)
      return entry.numbers.isEmpty ? nil : entry.json(from: machine)
    }
  }
}

extension LogEntry {
  /// The JSON of an entry in `watch`, with the name of the other machine where it was done.
  fileprivate func json(from machine: String?) -> JSONValue {
    var fields: [String: JSONValue] = [
      "v": .integer(1), "seq": .integer(sequence), "time": .string(RFC3339.string(from: time)),
      "verb": .string(verb.rawValue), "kind": .string(verb.kind.rawValue),
      "numbers": .array(numbers.map { .integer($0.rawValue) }),
    ]
    fields["detail"] = detail.map(JSONValue.string)
    fields["origin"] = origin.map(JSONValue.string)
    fields["machine"] = machine.map(JSONValue.string)
    return .object(fields)
  }
}
