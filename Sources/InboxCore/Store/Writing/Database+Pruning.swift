import InboxText
import Foundation
import GRDB

extension Database {
  /// The number of messages, from the counters.
  func storedCount() throws -> Int {
    let row = try Row.fetchOne(self, sql: "SELECT ifnull(sum(count), 0) FROM counter")
    return try row?.count(0) ?? 0
  }

  /// The classes of removable messages in order, each with its index; oldest arrival first within
  /// a class.
  private static let prunable = [
    (index: "message_alert_only", condition: "delivery = \(Delivery.alert.rawValue)"),
    (index: "message_by_arrival", condition: "status = \(Status.deleted.rawValue)"),
    (index: "message_by_expiry", condition: "expires_at <= ?1"),
    (index: "message_by_arrival", condition: "status = \(Status.read.rawValue)"),
    (index: "message_by_arrival", condition: "status = \(Status.unread.rawValue)"),
  ]

  /// Removes messages until at most `maximum` are left, as far as allowed.
  ///
  /// - Parameters:
  ///   - maximum: Maximum number of messages.
  ///   - protected: Messages that were just stored.
  ///   - now: The time of the pruning.
  /// - Returns: The number of removed messages.
  /// - Throws: `DatabaseError`.
  func prune(to maximum: Int, sparing protected: [MessageNumber], at now: Date) throws -> Int {
    var excess = try storedCount() - maximum
    guard excess > 0 else { return 0 }
    let spared = protected.json
    var removed: [MessageNumber: MessageIdentity] = [:]
    for (index, condition) in Self.prunable where excess > 0 {
      let rows = try Row.fetchAll(
        cachedStatement(
          sql: """
            SELECT number, source, id FROM message INDEXED BY \(index)
            WHERE \(condition) AND pinned = 0
              AND (snoozed_until IS NULL OR snoozed_until <= ?1)
              AND (starts_at IS NULL OR starts_at <= ?1)
              AND number NOT IN (SELECT value FROM json_each(?2))
            ORDER BY number LIMIT ?3
            """),
        arguments: [now.milliseconds, spared, excess])
      let numbers = try rows.map { try $0.messageNumber(0) }
      for (number, row) in zip(numbers, rows) {
        removed[number] = MessageIdentity(source: try row.value(1), id: try row.value(2))
      }
      try deleteMessages(numbers)
      excess -= numbers.count
    }
    guard !removed.isEmpty else { return 0 }
    let ordered = removed.sorted { $0.key < $1.key }
    try markAbsent(ordered.lazy.map { ($0.key, $0.value) }, .pruned, at: now)
    try appendLog(
      .pruned, ordered.map(\.key), identities: IdentityList(ordered.map(\.value)), at: now)
    return ordered.count
  }
}
