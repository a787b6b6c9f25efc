import BellboardSupport
import InboxText
import Foundation
import InboxCore
import InboxSystem

/// The stream of new metrics, one JSON object a line.
struct MetricStream {
  private let output: StandardOutput
  private let wait: InboxWait
  private var feed: MetricFeed
  /// Lines left to print; nil is unlimited.
  private var remaining: Int?

  /// Makes a stream that begins with what is counted after this.
  init(inbox: Inbox, remaining: Int?, output: StandardOutput) throws {
    // Before the first count, so that nothing falls between the two.
    wait = InboxWait(watch: try inbox.watch(), signals: try SignalSource.ending())
    feed = try MetricFeed(inbox, at: Date())
    self.remaining = remaining
    self.output = output
  }

  /// Waits and prints until the limit is reached, a signal comes, or the reader is gone.
  mutating func run() throws {
    while true {
      switch try wait.wait(everyWrite: true) {
      case .changed, .reloaded, .timeUp: break
      case .signal: return
      case .readerGone: throw OutputError.readerGone
      }
      for metric in try feed.take(at: Date()).prefix(remaining ?? .max) {
        try output.line(metric.json.json)
        remaining = remaining.map { $0 - 1 }
      }
      try output.flush()
      if remaining == 0 { return }
    }
  }
}

extension Metric {
  /// What was counted as a line of `watch --metrics` has it.
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
