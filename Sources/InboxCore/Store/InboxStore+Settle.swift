import Foundation
import GRDB
import InboxText

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

  /// Writes in one transaction what asks how messages stand at `now`, so they stand so first.
  func writeSettled<T>(at now: Date, _ body: (Database) throws -> T) throws -> T {
    try write { database in
      try database.settle(at: now)
      return try body(database)
    }
  }
}

extension Database {
  /// Brings every row up to `now`.
  @discardableResult
  func settle(at now: Date) throws -> Bool {
    let statement = try cachedStatement(
      sql: """
        UPDATE OR FAIL message
        SET status = \(Placement().currentStatus), \(Placement().assignments)
        WHERE next_at <= ?1
        """)
    try statement.execute(arguments: [now.milliseconds])
    return changesCount > 0
  }
}
