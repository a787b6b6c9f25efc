public import Foundation

/// What metrics gain from a moment on, taken whenever the inbox may have changed.
///
/// Metrics have no log of their own; the feed compares the counts of the last days.
public struct MetricFeed: Sendable {
  private let inbox: Inbox
  /// What was counted, by metrics whose own count is 0.
  private var counts: [Metric: Int] = [:]
  /// When it was taken last: nothing is counted under a day before.
  private var taken: Date

  /// Begins with what has been counted until now.
  ///
  /// - Throws: ``InboxError``.
  public init(_ inbox: Inbox, at now: Date) throws {
    self.inbox = inbox
    taken = now
    _ = try take(at: now)
  }

  /// What was counted since the last time; `count` says by how much it grew.
  ///
  /// - Throws: ``InboxError``; then the next call has it all.
  public mutating func take(at now: Date) throws -> [Metric] {
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
