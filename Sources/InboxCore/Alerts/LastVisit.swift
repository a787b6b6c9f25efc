package import Foundation
import GRDB
import InboxText

/// The previous visit: when a screen was last opened or closed, and how many messages since are unread.
package struct LastVisit: Sendable, Hashable {
  /// Maximum number of messages that are counted.
  package static let limit = 1_000

  /// The time of the visit.
  package var date: Date
  /// The time from which on arrivals do not count, as a screen is open.
  package var end: Date
  /// The number of listed unread messages that arrived in between, at most ``limit``.
  package var newCount: Int
  /// The number of their sources.
  package var sourceCount: Int
  /// The last sequence of the log at that time, for ``Inbox/lateArrivals(after:matching:within:)``;
  /// nil where an older program noted the visit.
  package var sequence: Int64?

  /// Creates a visit.
  package init(
    date: Date, end: Date = .distantFuture, newCount: Int, sourceCount: Int = 1,
    sequence: Int64? = nil
  ) {
    (self.date, self.end, self.sequence) = (date, end, sequence)
    (self.newCount, self.sourceCount) = (newCount, sourceCount)
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
    var visit = try news(since: noted.date, until: now)
    visit.sequence = noted.sequence
    return visit
  }

  /// What came or came up again between two times and is unread, as if the first were the previous
  /// visit.
  ///
  /// - Throws: ``InboxError``.
  package func news(since date: Date, until end: Date) throws -> LastVisit {
    try store.read { database in
      let row = try database.row(
        """
        SELECT count(*), count(DISTINCT source) FROM (
          SELECT source FROM message INDEXED BY message_by_status
          WHERE place = \(Place.list.rawValue) AND status = \(Status.unread.rawValue)
            AND lead IN (0, 1, 2, 3) AND sort_at BETWEEN ? AND ? LIMIT \(LastVisit.limit))
        """, [date.milliseconds, end.milliseconds])
      return LastVisit(
        date: date, end: end, newCount: try row?.count(0) ?? 0,
        sourceCount: try row?.count(1) ?? 0)
    }
  }
}
