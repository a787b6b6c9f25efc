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
  /// The number of their sources.
  package var sourceCount: Int
  /// The last sequence of the log at that time, for ``Inbox/lateArrivals(after:matching:within:)``;
  /// nil where an older program noted the visit.
  package var sequence: Int64?

  /// Creates a visit.
  package init(date: Date, newCount: Int, sourceCount: Int = 1, sequence: Int64? = nil) {
    self.date = date
    self.newCount = newCount
    self.sourceCount = sourceCount
    self.sequence = sequence
  }
}

extension Inbox {
  /// The previous visit; nil before the first.
  ///
  /// - Throws: ``InboxError``.
  package func lastVisit() throws -> LastVisit? {
    let noted = try store.read { database in
      try database.row(
        """
        SELECT value, (SELECT value FROM value WHERE name = 'seen_sequence')
        FROM value WHERE name = 'seen_at'
        """
      ).map { row in
        (date: Date(milliseconds: try row.value(0)), sequence: try row.value(1) as Int64?)
      }
    }
    guard let noted else { return nil }
    var visit = try news(since: noted.date)
    visit.sequence = noted.sequence
    return visit
  }

  /// What came or came up again since a time, as if that were the previous visit.
  ///
  /// - Throws: ``InboxError``.
  package func news(since date: Date) throws -> LastVisit {
    try store.read { database in
      let row = try database.row(
        """
        SELECT count(*), count(DISTINCT source) FROM (
          SELECT source FROM message INDEXED BY message_by_time WHERE place = \(Place.list.rawValue)
            AND lead IN (0, 1, 2, 3) AND sort_at >= ? LIMIT \(LastVisit.limit))
        """, [date.milliseconds])
      return LastVisit(
        date: date, newCount: try row?.count(0) ?? 0, sourceCount: try row?.count(1) ?? 0)
    }
  }
}
