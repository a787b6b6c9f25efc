package import Foundation

/// The growth of the metrics from a moment on, taken whenever the inbox may have changed.
///
/// Metrics have no log of their own; the feed compares the counts of the last days.
package struct MetricFeed: Sendable {
  private let inbox: Inbox
  /// The counts at the last take, by metrics whose own count is 0.
  private var counts: [Metric: Int] = [:]
  /// The last take: nothing is counted under a day before it.
  private var taken: Date

  /// Begins at the present counts.
  ///
  /// - Throws: ``InboxError``.
  package init(_ inbox: Inbox, at now: Date) throws {
    self.inbox = inbox
    taken = now
    _ = try take(at: now)
  }

  /// The metrics that grew since the last take; `count` is by how much.
  ///
  /// - Throws: ``InboxError``; then the next call has it all.
  package mutating func take(at now: Date) throws -> [Metric] {
    // Another process's clock may stand on the other side of midnight.
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
