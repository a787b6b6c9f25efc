package import Foundation
import GRDB
import InboxText

/// The visit before the present one: when a screen was last opened or left, and what came since.
package struct LastVisit: Sendable, Hashable {
  /// Most messages that are counted.
  package static let limit = 1_000

  /// When it was.
  package var date: Date
  /// How many listed messages have arrived since, at most ``limit``.
  package var newCount: Int

  /// Makes a visit.
  package init(date: Date, newCount: Int) {
    self.date = date
    self.newCount = newCount
  }
}

extension Inbox {
  /// The visit before the present one; nil before the first.
  ///
  /// - Throws: ``InboxError``.
  package func lastVisit() throws -> LastVisit? {
    try store.read { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT value, (SELECT count(*) FROM (
            SELECT 1 FROM message WHERE place = \(Place.list.rawValue)
              AND number > (SELECT value FROM value WHERE name = 'alerts_seen')
            LIMIT \(LastVisit.limit)))
          FROM value WHERE name = 'seen_at'
          """)
      let row = try Row.fetchOne(statement)
      return try row.map {
        LastVisit(date: Date(milliseconds: try $0.value(0)), newCount: try $0.count(1))
      }
    }
  }
}
