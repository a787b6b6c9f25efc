package import Foundation
import GRDB
import InboxText

/// A query for messages that may alert: new ones, or those that became due.
package enum ArrivalQuery: Sendable, Hashable {
  /// Maximum number of messages in one result.
  package static let limit = 1_000

  /// New or resurfaced messages.
  case numbers([MessageNumber])
  /// The message of the banner, whose content has changed.
  case shown(MessageNumber)
  /// Messages that start or end their snooze after the first time, up to the second.
  case due(after: Date, through: Date)

  /// Whether there are more messages than a result holds.
  package func hasMore(than arrivals: [Message]) -> Bool {
    switch self {
    case .numbers(let numbers): numbers.count > Self.limit
    case .shown: false
    case .due: arrivals.count == Self.limit
    }
  }
}

extension Inbox {
  /// The number of alert-only messages that arrived since a screen was last opened or closed.
  ///
  /// - Throws: ``InboxError``.
  package func missedAlertCount() throws -> Int {
    try read { database, now in
      return try database.value(
        """
        SELECT count(*) FROM message INDEXED BY message_alert_only
        WHERE delivery = \(Delivery.alert.rawValue) AND status <> \(Status.deleted.rawValue)
          AND number > ifnull((SELECT value FROM value WHERE name = 'alerts_seen'), 0)
          AND ifnull(starts_at <= ?1, 1) AND ifnull(expires_at > ?1, 1)
        """, [now.milliseconds]) ?? 0
    }
  }

  /// The messages of an arrival query that may alert: unread and listed now, or alert-only.
  ///
  /// Silent messages are excluded, as are those that start later, have expired, or are read.
  ///
  /// - Parameters:
  ///   - query: The new messages, or the span of time.
  ///   - filter: A further condition; its terms for status and clock (`is:snoozed` and the like)
  ///     are ignored.
  /// - Returns: At most ``ArrivalQuery/limit`` of them, the newest last.
  /// - Throws: ``InboxError``.
  package func arrivals(
    _ query: ArrivalQuery, matching filter: MessageFilter = .all
  ) throws -> [Message] {
    let now = now
    let criteria = FilterCriteria(filter, at: now)
    guard !criteria.isImpossible else { return [] }
    return try store.read { database in
      let criteria = try criteria.expandingCategories(in: database)
      // Without the filter's terms for places: alert-only messages are in none.
      let scope = SQLCondition.all(criteria.columnConditions() + criteria.searchConditions())
      let (condition, arguments) = Self.condition(of: query)
      let statement = try database.cachedStatement(
        sql: Self.arrivals(where: condition, scope: scope.sql))
      let rows = try Row.fetchAll(
        statement,
        arguments: [now.milliseconds] + arguments + StatementArguments(scope.arguments))
      return try rows.reversed().map { row in
        var message = try Message(row: row)
        // A message whose snooze has ended is unread before its row is settled.
        message.status = .unread
        return message
      }
    }
  }

  private static func condition(of query: ArrivalQuery) -> (String, StatementArguments) {
    switch query {
    case .numbers(let numbers):
      let newest = numbers.sorted().suffix(ArrivalQuery.limit)
      return ("m.number IN (SELECT value FROM json_each(?2))", [newest.json])
    case .shown(let number): return ("m.number = ?2", [number.rawValue])
    case .due(let start, let end):
      // Each uses its own index, message_by_start and message_by_snooze. A message that arrived
      // after its start alerted on arrival.
      let moments = ["starts_at", "snoozed_until"].map { column in
        "SELECT number FROM message WHERE \(column) > ?2 AND \(column) <= ?3"
          + " AND \(column) > received_at"
      }
      return (
        "m.number IN (\(moments.joined(separator: " UNION ")))",
        [start.milliseconds, end.milliseconds]
      )
    }
  }

  /// Newest first; a row that is due for a transition counts at its new place.
  ///
  /// The scope comes last, as its question marks follow the numbered ones.
  private static func arrivals(where condition: String, scope: String) -> String {
    let placement = Placement(of: "m", at: "?1")
    return """
      SELECT \(Message.selection)
      FROM message m
      WHERE \(condition) AND m.delivery <> 0 AND \(placement.currentStatus) = 0
        AND \(placement.isAway) IS NOT TRUE AND \(scope)
      ORDER BY m.number DESC LIMIT \(ArrivalQuery.limit)
      """
  }
}

extension Database {
  /// Records that a screen showed the messages and alerts up to now, or could have.
  func noteVisit(at now: Date) throws {
    try run(
      """
      INSERT INTO value (name, value)
      VALUES ('alerts_seen', (SELECT ifnull(max(number), 0) FROM message)), ('seen_at', ?),
        ('seen_sequence', ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'log'), 0))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, [now.milliseconds])
  }
}
