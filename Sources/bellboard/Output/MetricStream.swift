import BellboardSupport
import Foundation
import InboxCore
import InboxText

/// Streams new metrics, one JSON object a line.
struct MetricStream {
  private let output: StandardOutput
  private let wait: InboxWait
  private var feed: MetricFeed
  /// Number of lines left to print; nil for no limit.
  private var remaining: Int?

  /// Creates a stream of metrics that are counted from now on.
  init(inbox: Inbox, remaining: Int?, output: StandardOutput) throws {
    // Watch before the first read, so that nothing is missed between the two.
    wait = try InboxWait(streaming: inbox, to: output)
    feed = try MetricFeed(inbox, at: Date())
    self.remaining = remaining
    self.output = output
  }

  /// Prints metrics until the limit is reached, a signal arrives, or the reader closes the output.
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
