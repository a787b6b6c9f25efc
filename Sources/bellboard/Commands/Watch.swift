import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText

struct Watch: ReportingCommand {
  static let name = "watch"
  static let takesFilterWords = true
  static let abstract = "Stream changes as JSON lines, until interrupted."
  static let discussion = """
    Each line has 'seq', its sequence in the inbox's log; --since resumes after the last one \
    that was seen. A line with 'gap' means that older entries are gone: reload the list. With \
    filter words it prints the entries of messages that match, and only those in 'numbers'; \
    messages that are gone match nothing.

    With --metrics it prints a line for each new metric: 'event', its 'count', its 'source', \
    'category' and 'detail', and the 'day' in UTC. 'bellboard stats' has the sums.
    """
  @OptionGroup var inbox: InboxOptions

  @OptionGroup var filter: FilterWordOptions

  @Option(help: "Start after this sequence of the log; 0 is the beginning.")
  var since: Int64?

  @Flag(help: "Stream metrics instead: opened, read, shown, and so on.")
  var metrics = false

  @Option(name: .limit, help: "Stop after N lines.")
  var limit: Int?

  func validate() throws {
    if let since, since < 0 { throw ValidationError("--since takes 0 or more.") }
    if metrics, since != nil {
      throw ValidationError("--metrics cannot start in the past; 'bellboard stats' has the past.")
    }
    if metrics, !filter.isEmpty { throw ValidationError("--metrics takes no filter.") }
    if let limit, limit < 1 { throw ValidationError("--limit takes 1 or more.") }
  }

  func run(to output: StandardOutput) throws {
    let inbox = try inbox.environment().openFollowing()
    defer { inbox.closeQuietly() }
    guard !metrics else { return try inbox.printMetrics(limit: limit, to: output) }
    // Report a mistake in the filter before the first change.
    _ = try filter.filter(at: Date())
    try inbox.printChanges(
      after: since ?? inbox.lastSequence(), matching: filter.isEmpty ? nil : filter, limit: limit,
      to: output)
  }
}

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

extension Inbox {
  /// Prints the metrics that are counted from now on, one JSON object a line, until the limit is
  /// reached, a signal arrives, or the reader closes the output.
  func printMetrics(limit: Int?, to output: StandardOutput) throws {
    // Watch before the first read, so that nothing is missed between the two.
    let wait = try InboxWait(streaming: self, to: output)
    var feed = try MetricFeed(self, at: Date())
    var remaining = limit
    while remaining != 0 {
      if case .signal = try wait.wait(everyWrite: true) { return }
      for metric in try feed.take(at: Date()).prefix(remaining ?? .max) {
        try output.line(metric.json.json)
        remaining = remaining.map { $0 - 1 }
      }
      try output.flush()
    }
  }
}

extension Metric {
  /// The JSON of a metric in `watch --metrics`.
  var json: JSONValue {
    let words = ["detail": detail, "source": source, "category": category]
    let fields: [String: JSONValue] = [
      "v": .integer(1), "day": .string(RFC3339.day(of: day)),
      "event": .string(event.rawValue), "count": .integer(Int64(count)),
    ]
    return .object(
      fields.merging(words.filter { !$0.value.isEmpty }.mapValues(JSONValue.string)) { $1 })
  }
}
