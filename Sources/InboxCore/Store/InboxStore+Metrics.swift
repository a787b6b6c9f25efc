import Foundation
import GRDB

extension InboxStore {
  /// Counts what is no verb on messages.
  func record(_ event: MetricEvent, at now: Date) throws {
    try write { database in
      var tally = MetricTally()
      switch event {
      case .presented: tally.add(.presented)
      case .dismissed(let seconds):
        tally.add(.dismissed)
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        if whole > 0 { tally.add(.dismissed, detail: "seconds", count: whole) }
      }
      try tally.write(to: database, at: now)
    }
  }

  /// What was counted, by day; nil asks for all days.
  func metrics(since day: Date?) throws -> [Metric] {
    try read { database in
      let first = day.map { Metric.dayNumber(of: $0) } ?? .min
      // Uses the primary key, by day.
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT day, event, detail, source, category, count FROM metric WHERE day >= ?
            ORDER BY day
            """), arguments: [first])
      // What a newer version counts has no name here.
      return try Array(rows.compactMap { Metric(row: $0) })
    }
  }
}

extension Metric {
  /// The day of a moment, in UTC and counted from 1970.
  static func dayNumber(of date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  fileprivate init?(row: Row) {
    guard let event = Event(rawValue: row[1]) else { return nil }
    self.init(
      day: Date(timeIntervalSince1970: Double(row[0] as Int64) * 86_400), event: event,
      detail: row[2], source: row[3], category: row[4], count: row[5])
  }
}
