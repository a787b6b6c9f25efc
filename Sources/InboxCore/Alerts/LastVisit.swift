package import Foundation
import GRDB
import InboxText

/// The previous visit: when a screen was last opened or closed, and how many messages are new.
package struct LastVisit: Sendable, Hashable {
  /// Maximum number of messages that are counted.
  package static let limit = 1_000

  /// The time of the visit.
  package var date: Date
  /// The number of listed messages that arrived since, at most ``limit``.
  package var newCount: Int
  /// The last sequence of the log at that time, for ``Inbox/lateArrivals(after:matching:within:)``;
  /// nil where an older program noted the visit.
  package var sequence: Int64?

  /// Creates a visit.
  package init(date: Date, newCount: Int, sequence: Int64? = nil) {
    self.date = date
    self.newCount = newCount
    self.sequence = sequence
  }
}

extension Inbox {
  /// The previous visit; nil before the first.
  ///
  /// - Throws: ``InboxError``.
  package func lastVisit() throws -> LastVisit? {
    try store.read { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT value, (SELECT count(*) FROM (
            SELECT 1 FROM message WHERE place = \(Place.list.rawValue)
              AND number > (SELECT value FROM value WHERE name = 'alerts_seen')
            LIMIT \(LastVisit.limit))),
            (SELECT value FROM value WHERE name = 'seen_sequence')
          FROM value WHERE name = 'seen_at'
          """)
      let row = try Row.fetchOne(statement)
      return try row.map {
        LastVisit(
          date: Date(milliseconds: try $0.value(0)), newCount: try $0.count(1),
          sequence: try $0.value(2))
      }
    }
  }
}
