import Foundation
import InboxCore

/// Prints what the log gains, one JSON object a line, and waits in between.
struct ChangeStream {
  private let inbox: Inbox
  private let output: StandardOutput
  /// The last place in the log that was printed.
  private var position: Int64
  /// How many lines may still come; nil is without end.
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
    let signals = try EndSignals()
    let watch = try inbox.watch()
    while try printNews() {
      try output.flush()
      guard try wait(for: watch, or: signals) else { return }
    }
  }

  /// Prints what is new; false when the limit is reached.
  private mutating func printNews() throws -> Bool {
    while true {
      switch try inbox.log(after: position, limit: Self.pageSize) {
      case .gap(let resumeAt):
        position = resumeAt
        let line = JSONValue.object([
          "v": .integer(1), "gap": .bool(true), "seq": .integer(resumeAt),
        ])
        guard try emit(line) else { return false }
      case .entries(let entries):
        for entry in entries {
          position = entry.sequence
          guard try emit(entry.json) else { return false }
        }
        if entries.count < Self.pageSize { return true }
      }
    }
  }

  /// Prints a line; false when it was the last one allowed.
  private mutating func emit(_ value: JSONValue) throws -> Bool {
    try output.line(value.json)
    remaining = remaining.map { $0 - 1 }
    return remaining != 0
  }

  /// Waits for a change; false when it is time to end.
  private func wait(for watch: InboxWatch, or signals: EndSignals) throws -> Bool {
    // Output is polled for nothing: a reader that goes away is told all the same.
    var waiting = [
      pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    let timeout = watch.retryDelay.map { Int32(($0 * 1_000).rounded(.up)) } ?? -1
    guard poll(&waiting, nfds_t(waiting.count), timeout) >= 0 || errno == EINTR else {
      return false
    }
    if waiting[2].revents != 0 { throw OutputProblem.readerGone }
    if waiting[1].revents != 0 { return false }
    _ = try watch.take()
    return true
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
