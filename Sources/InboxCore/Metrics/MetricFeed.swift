package import Foundation

/// A feed of the growth of the metrics, to be polled whenever the inbox may have changed.
///
/// Metrics have no log of their own; the feed compares the counts of the last days.
package struct MetricFeed: Sendable {
  private let inbox: Inbox
  /// The counts at the last poll, by metrics whose own count is 0.
  private var counts: [Metric: Int] = [:]
  /// The time of the last poll: no earlier day can grow.
  private var taken: Date

  /// Begins at the current counts.
  ///
  /// - Throws: ``InboxError``.
  package init(_ inbox: Inbox, at now: Date) throws {
    self.inbox = inbox
    taken = now
    _ = try take(at: now)
  }

  /// The metrics that grew since the last poll; `count` is the increment.
  ///
  /// - Throws: ``InboxError``; the next call then includes all growth.
  package mutating func take(at now: Date) throws -> [Metric] {
    // By another process's clock it may be another day.
    let present = try inbox.metrics(since: min(taken, now).addingTimeInterval(-86_400))
    let before = counts
    counts = [:]
    taken = now
    return present.compactMap { metric in
      var key = metric
      key.count = 0
      counts[key] = metric.count
      let growth = metric.count - before[key, default: 0]
      guard growth > 0 else { return nil }
      var gained = metric
      gained.count = growth
      return gained
    }
  }
}
