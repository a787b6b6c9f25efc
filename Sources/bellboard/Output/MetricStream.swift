import BellboardSupport
import Foundation
import InboxCore
import InboxText

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
