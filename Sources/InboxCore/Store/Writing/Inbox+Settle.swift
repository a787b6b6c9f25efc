import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Stores the transitions that are due: starts, expiries, ends of snoozes; true when any was.
  ///
  /// - Throws: ``InboxError``, also where the inbox may only be read and something is due.
  package func settle() throws -> Bool {
    try store.settle(at: now)
  }
}

extension InboxStore {
  /// Stores the starts, expiries and ends of snoozes since the last time; true when any was due.
  ///
  /// It is no entry of the log. Nothing is written when nothing is due.
  func settle(at now: Date) throws -> Bool {
    guard try read({ try $0.hasUnsettled(at: now.milliseconds) }) else { return false }
    return try write { try $0.settle(at: now) }
  }

  /// Writes in one transaction that first settles every message at `now`.
  func writeSettled<T>(
    at now: Date, to target: Target = .opened, _ body: (Database) throws -> T
  ) throws -> T {
    try write(to: target) { database in
      try database.settle(at: now)
      return try body(database)
    }
  }
}

extension Database {
  /// Stores where every message stands at `now`.
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
