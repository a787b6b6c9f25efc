public import Foundation
import GRDB

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
