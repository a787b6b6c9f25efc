import BellboardSupport
import Foundation
import InboxCore
import InboxText

extension Inbox {
  /// Prints the entries of the log after a sequence, one JSON object a line, until the limit is
  /// reached, a signal arrives, or the reader closes the output.
  ///
  /// With a filter, only the entries of messages that match it are printed.
  func printChanges(
    after sequence: Int64, matching filter: FilterWordOptions?, limit: Int?,
    to output: StandardOutput
  ) throws {
    let wait = try InboxWait(streaming: self, to: output)
    var remaining = limit
    try followLog(after: sequence, through: wait, flushing: output) { news in
      guard let value = try news.json(matching: filter, in: self) else { return true }
      try output.line(value.json)
      remaining = remaining.map { $0 - 1 }
      return remaining != 0
    }
  }
}

extension LogNews {
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
