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

  /// A class of removable messages, with the index that finds them in order.
  private struct Prunable {
    let index: String
    let condition: String
    var order = "number"
  }

  /// The classes of removable messages, the first to go first; an unanswered question goes last.
  private static let prunable: [Prunable] = {
    let isAsking = FilterCriteria.isAsking("message").sql
    func isStatus(_ status: Status, in place: Place) -> String {
      "place = \(place.rawValue) AND status = \(status.rawValue) AND pinned = 0"
    }
    let unread = Priority.allCases.sorted().flatMap { priority in
      [Place.hidden, .list].map { place in
        Prunable(
          index: "message_unread_by_priority",
          condition: """
            \(isStatus(.unread, in: place)) AND priority = \(priority.rawValue) AND NOT (\(isAsking))
            """, order: "sort_at, number")
      }
    }
    return [
      Prunable(
        index: "message_alert_only", condition: "delivery = \(Delivery.alert.rawValue)"),
      Prunable(
        index: "message_by_arrival", condition: "status = \(Status.deleted.rawValue)"),
      Prunable(
        index: "message_by_status",
        condition: "\(isStatus(.read, in: .hidden)) AND expires_at <= ?1",
        order: "sort_at, number"),
      Prunable(
        index: "message_by_status",
        condition: "\(isStatus(.read, in: .done)) AND NOT (\(isAsking))",
        order: "sort_at, number"),
      Prunable(
        index: "message_by_status",
        condition: "\(isStatus(.read, in: .list)) AND NOT (\(isAsking))",
        order: "sort_at, number"),
    ] + unread + [
      // Read ones first.
      Prunable(
        index: "message_asking", condition: "\(isAsking) AND place <> 2 AND expires_at <= ?1",
        order: "status DESC, number")
    ]
  }()

  /// Removes messages until at most `maximum` are left, as far as allowed.
  ///
  /// Never removed are pinned, snoozed and scheduled messages, and open questions. In an exchange,
  /// what was changed here and not sent yet is kept too, however many there are: nobody else has it.
  ///
  /// - Parameters:
  ///   - maximum: Maximum number of messages.
  ///   - protected: Messages that were just stored.
  ///   - now: The time of the pruning.
  /// - Returns: The number of removed messages, and of the unread ones among them.
  /// - Throws: `DatabaseError`.
  func prune(
    to maximum: Int, sparing protected: [MessageNumber], at now: Date
  ) throws -> GroupCount {
    let (count, isExchanging) = try countForPruning()
    var excess = count - maximum
    guard excess > 0 else { return GroupCount(total: 0, unread: 0) }
    let spared = try (isExchanging ? uncollected().union(protected).sorted() : protected).json
    var removed: [MessageNumber: MessageIdentity] = [:]
    var unreadCount = 0
    for prunable in Self.prunable where excess > 0 {
      let rows = try Row.fetchAll(
        cachedStatement(sql: Self.selection(of: prunable, isExchanging: isExchanging)),
        arguments: [now.milliseconds, spared, excess])
      let numbers = try rows.map { try $0.messageNumber(0) }
      for (number, row) in zip(numbers, rows) {
        removed[number] = MessageIdentity(source: try row.value(1), id: try row.value(2))
        if try row.value(3) { unreadCount += 1 }
      }
      try deleteMessages(numbers)
      excess -= numbers.count
    }
    guard !removed.isEmpty else { return GroupCount(total: 0, unread: 0) }
    let ordered = removed.sorted { $0.key < $1.key }
    if isExchanging {
      try markAbsent(ordered.lazy.map { ($0.key, $0.value) }, .pruned, at: now)
    }
    try appendLog(
      .pruned, ordered.map(\.key), identities: IdentityList(ordered.map(\.value)),
      detail: unreadCount > 0 ? String(unreadCount) : nil, at: now)
    return GroupCount(total: ordered.count, unread: unreadCount)
  }

  private static func selection(of prunable: Prunable, isExchanging: Bool) -> String {
    let isSent =
      isExchanging
      ? "AND NOT EXISTS (SELECT 1 FROM register AS r WHERE r.number = message.number AND r.dirty > 0)"
      : ""
    let (unread, alert) = (Status.unread.rawValue, Delivery.alert.rawValue)
    return """
      SELECT number, source, id, status = \(unread) AND delivery <> \(alert)
      FROM message INDEXED BY \(prunable.index)
      WHERE \(prunable.condition) AND pinned = 0
        AND (snoozed_until IS NULL OR snoozed_until <= ?1)
        AND (starts_at IS NULL OR starts_at <= ?1)
        AND number NOT IN (SELECT value FROM json_each(?2)) \(isSent)
      ORDER BY \(prunable.order) LIMIT ?3
      """
  }
}
