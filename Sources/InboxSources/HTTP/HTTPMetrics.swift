import Synchronization

/// HTTP counters for Prometheus.
///
/// State: the counters. Guard: the mutex, because requests are served by several threads.
final class HTTPMetrics: Sendable {
  private struct Counters {
    var requests: [Int: Int] = [:]
    var stored = 0
  }

  private let counters = Mutex(Counters())

  /// Counts a request by its response status.
  func answered(_ status: Int) {
    counters.withLock { $0.requests[status, default: 0] += 1 }
  }

  /// Counts stored messages.
  func stored(_ count: Int) {
    counters.withLock { $0.stored += count }
  }

  /// The number of stored messages.
  var storedCount: Int { counters.withLock { $0.stored } }

  /// The counters, and the number of subscribers, in Prometheus' text format.
  func answer(subscribers: Int) -> HTTPAnswer {
    let counters = counters.withLock { $0 }
    var lines = [
      "# HELP inbox_http_requests_total Requests answered, by status.",
      "# TYPE inbox_http_requests_total counter",
    ]
    lines += counters.requests.sorted { $0.key < $1.key }.map { status, count in
      "inbox_http_requests_total{status=\"\(status)\"} \(count)"
    }
    lines += [
      "# HELP inbox_messages_stored_total Messages stored over HTTP.",
      "# TYPE inbox_messages_stored_total counter",
      "inbox_messages_stored_total \(counters.stored)",
      "# HELP inbox_subscribers Subscribers that are connected.",
      "# TYPE inbox_subscribers gauge",
      "inbox_subscribers \(subscribers)\n",
    ]
    return .text(lines.joined(separator: "\n"), type: "text/plain; version=0.0.4; charset=utf-8")
  }
}
