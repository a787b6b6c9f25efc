import Foundation
import GRDB

extension Database {
  /// How many messages there are, without looking at them.
  func storedCount() throws -> Int {
    try Int.fetchOne(self, sql: "SELECT sum(count) FROM counter") ?? 0
  }

  /// What may go, the first first; oldest arrival first within each.
  ///
  /// The conditions name the indexes `message_alert_only`, `message_by_arrival` and
  /// `message_by_expiry`.
  private static let prunable = [
    "delivery = 2", "status = 2", "expires_at <= ?1", "status = 1", "status = 0",
  ]

  /// Removes messages until no more than `maximum` are left, as far as they may go.
  ///
  /// - Parameters:
  ///   - maximum: Most messages that stay.
  ///   - protected: What was just stored.
  ///   - now: The moment of the pruning.
  /// - Returns: How many were removed.
  /// - Throws: `DatabaseError`.
  func prune(to maximum: Int, sparing protected: [MessageNumber], at now: Date) throws -> Int {
    var excess = try storedCount() - maximum
    guard excess > 0 else { return 0 }
    let spared = "[" + protected.map { String($0.rawValue) }.joined(separator: ",") + "]"
    var removed: [MessageNumber] = []
    for condition in Self.prunable where excess > 0 {
      let numbers = try Int64.fetchAll(
        cachedStatement(
          sql: """
            SELECT number FROM message WHERE \(condition) AND pinned = 0
              AND (snoozed_until IS NULL OR snoozed_until <= ?1)
              AND (starts_at IS NULL OR starts_at <= ?1)
              AND number NOT IN (SELECT value FROM json_each(?2))
            ORDER BY number LIMIT ?3
            """),
        arguments: [now.milliseconds, spared, excess])
      let delete = try cachedStatement(sql: "DELETE FROM message WHERE number = ?")
      for number in numbers { try delete.execute(arguments: [number]) }
      removed += numbers.map { MessageNumber($0) }
      excess -= numbers.count
    }
    if !removed.isEmpty { try appendLog(.pruned, removed, at: now) }
    return removed.count
  }
}
