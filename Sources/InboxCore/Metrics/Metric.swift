public import Foundation
import GRDB

/// The count of one event on one day, for one source and category.
public struct Metric: Sendable, Hashable {
  /// A counted event; the raw values are the names in `stats`.
  public enum Event: String, CaseIterable, Sendable, Hashable {
    /// The inbox was shown, counted after the first paint.
    case presented = "inbox_presented"
    /// The inbox was dismissed; the detail `seconds` sums up how long it was shown.
    case dismissed = "inbox_dismissed"
    /// A message arrived.
    case received
    /// A message was shown in the reader.
    case viewed
    /// A message was opened; the detail is the origin.
    case opened
    /// A message was viewed or opened for the first time within 120 s of its alert, but not from it.
    case influencedOpen = "influenced_open"
    /// A message became read.
    case read
    /// A message became unread again.
    case unread
    /// A message was moved to the trash.
    case deleted
    /// A message was restored from the trash.
    case restored
    /// A message was marked as done.
    case done
    /// A message was removed for good by the user.
    case purged
    /// An action of a message was chosen; the detail is its label.
    case action
    /// A message with a conversion tag was opened; the detail is the tag.
    case conversion
  }

  /// The start of the day, in UTC.
  public var day: Date
  /// The event that is counted.
  public var event: Event
  /// A label, a tag or an origin that distinguishes the event further; empty for most.
  public var detail: String
  /// The source of the messages; empty for events of the whole inbox.
  public var source: String
  /// The first category of the messages; empty for none.
  public var category: String
  /// The count; for the detail `seconds` of ``Event/dismissed``, a sum of seconds.
  public var count: Int
}

/// A presentation event, counted by a program rather than by a verb.
package enum PresentationEvent: Sendable, Hashable {
  /// The inbox was shown; counted after the first paint.
  case presented
  /// The inbox was dismissed after so many seconds.
  case dismissed(seconds: Double)
}

/// Totals of metrics, and their sums by source, category and day.
package struct InboxStatistics: Sendable, Hashable {
  /// Counts by event.
  package typealias Counts = [Metric.Event: Int]

  /// Total counts.
  package private(set) var total: Counts = [:]
  /// Total seconds for which the inbox was shown.
  package private(set) var secondsShown = 0
  /// Counts by source.
  package private(set) var bySource: [String: Counts] = [:]
  /// Counts by category.
  package private(set) var byCategory: [String: Counts] = [:]
  /// Counts by day, which is its start in UTC.
  package private(set) var byDay: [Date: Counts] = [:]
  /// Counts of opened messages, by origin.
  package private(set) var openings: [String: Int] = [:]
  /// Counts of chosen actions, by label.
  package private(set) var actions: [String: Int] = [:]
  /// Counts of conversion tags.
  package private(set) var conversions: [String: Int] = [:]

  /// Sums up metrics.
  package init(_ metrics: [Metric]) {
    metrics.forEach { add($0) }
  }

  /// The total count of an event.
  package func count(of event: Metric.Event) -> Int {
    total[event, default: 0]
  }

  private mutating func add(_ metric: Metric) {
    if metric.event == .dismissed, !metric.detail.isEmpty { return secondsShown += metric.count }
    total[metric.event, default: 0] += metric.count
    byDay[metric.day, default: [:]][metric.event, default: 0] += metric.count
    if !metric.source.isEmpty {
      bySource[metric.source, default: [:]][metric.event, default: 0] += metric.count
    }
    if !metric.category.isEmpty {
      byCategory[metric.category, default: [:]][metric.event, default: 0] += metric.count
    }
    switch metric.event {
    case .opened: openings[metric.detail, default: 0] += metric.count
    case .action: actions[metric.detail, default: 0] += metric.count
    case .conversion: conversions[metric.detail, default: 0] += metric.count
    default: break
    }
  }
}

extension Inbox {
  /// The metrics of an inbox by day, oldest first; they are never trimmed.
  ///
  /// - Parameter day: Any time of the first day; nil for all days.
  /// - Returns: One value for each day, event, detail, source and category.
  /// - Throws: ``InboxError``.
  public func metrics(since day: Date? = nil) throws -> [Metric] {
    try store.read { database in
      let first = day.map { Metric.dayNumber(of: $0) } ?? .min
      // Uses the primary key, by day.
      let rows = try database.rows(
        """
        SELECT day, event, detail, source, category, count FROM metric
        WHERE day >= ? AND count > 0 ORDER BY day
        """, [first])
      // Skips unknown events of a newer version.
      return try Array(rows.compactMap { try Metric(row: $0) })
    }
  }

  /// Counts a presentation event: the inbox presented or dismissed.
  ///
  /// - Throws: ``InboxError``.
  package func record(_ event: PresentationEvent) throws {
    let now = now
    try store.write { database in
      var tally = MetricTally()
      try database.noteVisit(at: now)
      switch event {
      case .presented:
        tally.add(.presented)
        if try database.hasAwaited() { try database.wakeOnVisit(at: now) }
      case .dismissed(let seconds):
        tally.add(.dismissed)
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        if whole > 0 { tally.add(.dismissed, detail: "seconds", count: whole) }
      }
      try tally.write(to: database, at: now)
    }
  }
}

extension Metric {
  /// The day of a time, in UTC and counted from 1970.
  static func dayNumber(of date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  fileprivate init?(row: Row) throws {
    guard let event = Event(rawValue: try row.value(1)) else { return nil }
    try self.init(
      day: Date(timeIntervalSince1970: Double(row.value(0) as Int64) * 86_400), event: event,
      detail: row.value(2), source: row.value(3), category: row.value(4), count: row.count(5))
  }
}

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
