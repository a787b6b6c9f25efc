import Foundation
import GRDB

extension InboxStore {
  /// Moves what the clock has moved since the last time; true when anything was due.
  ///
  /// It is no entry of the log. Nothing is written when nothing is due.
  func settle(at now: Date) throws -> Bool {
    let isDue = try read { database in
      try Row.fetchOne(
        database, sql: "SELECT 1 FROM message WHERE next_at <= ? LIMIT 1",
        arguments: [now.milliseconds]) != nil
    }
    guard isDue else { return false }
    return try write { try $0.settle(at: now) }
  }
}

extension Database {
  /// What a snooze that has ended since the row was settled makes of its status.
  private static let settledStatus = """
    CASE WHEN status = 1 AND snoozed_until <= ?1 AND next_at <= snoozed_until THEN 0
      ELSE status END
    """

  /// Brings every row up to `now`; each write does so first.
  @discardableResult
  func settle(at now: Date) throws -> Bool {
    let statement = try cachedStatement(
      sql: """
        UPDATE OR FAIL message SET status = \(Self.settledStatus), \(Placement().assignments)
        WHERE next_at <= ?1
        """)
    try statement.execute(arguments: [now.milliseconds])
    return changesCount > 0
  }
}
