import InboxText
import Foundation
import GRDB

extension Database {
  /// The number of messages, from the counters.
  func storedCount() throws -> Int {
    let row = try Row.fetchOne(self, sql: "SELECT ifnull(sum(count), 0) FROM counter")
    return try row?.count(0) ?? 0
  }

  /// The number of messages, and whether the inbox takes part in an exchange, by one statement.
  private func countForPruning() throws -> (Int, isExchanging: Bool) {
    let statement = try cachedStatement(
      sql: "SELECT ifnull(sum(count), 0), EXISTS (SELECT 1 FROM exchange) FROM counter")
    guard let row = try Row.fetchOne(statement) else { return (0, false) }
    return (try row.count(0), try row.value(1))
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
  /// In an exchange, what was changed here and not sent yet is kept, however many there are: nobody
  /// else has it.
  ///
  /// - Parameters:
  ///   - maximum: Maximum number of messages.
  ///   - protected: Messages that were just stored.
  ///   - now: The time of the pruning.
  /// - Returns: The number of removed messages.
  /// - Throws: `DatabaseError`.
  func prune(to maximum: Int, sparing protected: [MessageNumber], at now: Date) throws -> Int {
    let (count, isExchanging) = try countForPruning()
    var excess = count - maximum
    guard excess > 0 else { return 0 }
    let spared = try (isExchanging ? uncollected().union(protected).sorted() : protected).json
    let isSent =
      isExchanging
      ? "AND NOT EXISTS (SELECT 1 FROM register AS r WHERE r.number = message.number AND r.dirty > 0)"
      : ""
    var removed: [MessageNumber: MessageIdentity] = [:]
    for (index, condition) in Self.prunable where excess > 0 {
      let rows = try Row.fetchAll(
        cachedStatement(
          sql: """
            SELECT number, source, id FROM message INDEXED BY \(index)
            WHERE \(condition) AND pinned = 0
              AND (snoozed_until IS NULL OR snoozed_until <= ?1)
              AND (starts_at IS NULL OR starts_at <= ?1)
              AND number NOT IN (SELECT value FROM json_each(?2)) \(isSent)
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
    if isExchanging {
      try markAbsent(ordered.lazy.map { ($0.key, $0.value) }, .pruned, at: now)
    }
    try appendLog(
      .pruned, ordered.map(\.key), identities: IdentityList(ordered.map(\.value)), at: now)
    return ordered.count
  }
}
