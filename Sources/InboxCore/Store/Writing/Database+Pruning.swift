package import Foundation
import GRDB
import InboxText

/// How long messages are kept that are read, done or deleted: `[[keep]]` of the configuration.
package struct Retention: Sendable, Hashable {
  /// The sources; nil for all.
  package var sources: SourcePattern?
  /// Seconds since the message arrived, or was last read, deleted or marked as done.
  package var age: TimeInterval

  /// Creates a retention.
  package init(of sources: SourcePattern? = nil, for age: TimeInterval) {
    (self.sources, self.age) = (sources, age)
  }
}

extension Database {
  /// The number of messages, from the counters.
  func storedCount() throws -> Int { try countForPruning().0 }

  /// The number of messages, and whether the inbox takes part in an exchange, by one statement.
  private func countForPruning() throws -> (Int, isExchanging: Bool) {
    let row = try row("SELECT ifnull(sum(count), 0), EXISTS (SELECT 1 FROM exchange) FROM counter")
    return (try row?.count(0) ?? 0, try row?.value(1) ?? false)
  }

  /// A class of removable messages, with the index that finds them in order.
  private struct Prunable {
    let index: String
    let condition: SQLCondition
    var order = "sort_at, number"
  }

  private static func isStatus(_ status: Status, in place: Place) -> SQLCondition {
    SQLCondition("place = \(place.rawValue) AND status = \(status.rawValue) AND lead IN (0, 2)")
  }

  private static let isNotAsking = FilterCriteria.isAsking("message").negated

  /// The classes of removable messages, the first to go first; an unanswered question goes last.
  private static func prunable(at now: Int64) -> [Prunable] {
    let isExpired = SQLCondition("expires_at <= ?", now)
    let unread = Priority.allCases.sorted().flatMap { priority in
      [Place.hidden, .list].map { place in
        Prunable(
          index: "message_unread_by_priority",
          condition: .all([
            isStatus(.unread, in: place), SQLCondition("priority = \(priority.rawValue)"),
            isNotAsking,
          ]))
      }
    }
    return [
      Prunable(
        index: "message_alert_only",
        condition: SQLCondition("delivery = \(Delivery.alert.rawValue)"),
        order: "number"),
      Prunable(
        index: "message_by_arrival", condition: SQLCondition("status = \(Status.deleted.rawValue)"),
        order: "number"),
      Prunable(
        index: "message_by_status", condition: .all([isStatus(.read, in: .hidden), isExpired])),
      Prunable(
        index: "message_by_status", condition: .all([isStatus(.read, in: .done), isNotAsking])),
      Prunable(
        index: "message_by_status", condition: .all([isStatus(.read, in: .list), isNotAsking])),
    ] + unread + [
      // Read ones first.
      Prunable(
        index: "message_asking",
        condition: .all([
          FilterCriteria.isAsking("message"), SQLCondition("place <> \(Place.trash.rawValue)"),
          isExpired,
        ]), order: "status DESC, number")
    ]
  }

  /// The classes of messages that are older than they are to be kept.
  private static func prunable(by retentions: [Retention], at now: Int64) -> [Prunable] {
    var earlier: [SQLCondition] = []
    return retentions.flatMap { retention in
      let cutoff = now - Int64(retention.age * 1_000)
      // What was read, deleted or marked as done since then stays for as long again.
      let times = ["sort_at", "received_at", "ifnull(status_at, 0)", "ifnull(done_at, 0)"]
      let isOld = SQLCondition.all(times.map { SQLCondition("\($0) < ?", cutoff) })
      let own = retention.sources.map { $0.condition(of: "message").wrapped("(", ")") }
      let conditions = [isOld, isNotAsking] + earlier.map(\.negated) + [own].compactMap(\.self)
      earlier.append(own ?? SQLCondition("1"))
      let places: [(Status, Place)] = [
        (.read, .list), (.read, .done), (.read, .hidden), (.deleted, .trash),
      ]
      return places.map { status, place in
        Prunable(
          index: "message_by_status", condition: .all([isStatus(status, in: place)] + conditions))
      } + [
        Prunable(
          index: "message_alert_only",
          condition: .all([SQLCondition("delivery = \(Delivery.alert.rawValue)")] + conditions))
      ]
    }
  }

  /// Most messages that one push removes because of their age.
  private static let agedLimit = 2_000

  /// Removes messages until at most `maximum` are left, as far as allowed, and those that are older
  /// than they are to be kept.
  ///
  /// Never removed are pinned, snoozed and scheduled messages, and open questions; by age no unread
  /// ones. In an exchange, what was changed here and not sent yet is kept too, however many there are:
  /// nobody else has it.
  ///
  /// - Parameters:
  ///   - maximum: Maximum number of messages; nil for no limit.
  ///   - retentions: How long messages are kept; of several for a source the first counts.
  ///   - protected: Messages that were just stored.
  ///   - now: The time of the pruning.
  /// - Returns: The number of removed messages, and of the unread ones among them.
  /// - Throws: `DatabaseError`.
  func prune(
    to maximum: Int?, by retentions: [Retention] = [], sparing protected: [MessageNumber],
    at now: Date
  ) throws -> GroupCount {
    let (count, isExchanging) = try countForPruning()
    let excess = maximum.map { count - $0 } ?? 0
    guard excess > 0 || !retentions.isEmpty else { return GroupCount(total: 0, unread: 0) }
    let spared = try (isExchanging ? uncollected().union(protected).sorted() : protected).json
    var removed: [MessageNumber: MessageIdentity] = [:]
    var unreadCount = 0
    func remove(_ classes: [Prunable], most: Int) throws {
      var left = most
      for prunable in classes where left > 0 {
        let statement = try cachedStatement(
          sql: Self.selection(of: prunable, isExchanging: isExchanging))
        let rows = try Row.fetchAll(
          statement,
          arguments: StatementArguments(prunable.condition.arguments)
            + [now.milliseconds, now.milliseconds, spared, left])
        let numbers = try rows.map { try $0.messageNumber(0) }
        for (number, row) in zip(numbers, rows) {
          removed[number] = MessageIdentity(source: try row.value(1), id: try row.value(2))
          if try row.value(3) { unreadCount += 1 }
        }
        try deleteMessages(numbers)
        left -= numbers.count
      }
    }
    try remove(Self.prunable(by: retentions, at: now.milliseconds), most: Self.agedLimit)
    if excess > removed.count {
      try remove(Self.prunable(at: now.milliseconds), most: excess - removed.count)
    }
    guard !removed.isEmpty else { return GroupCount(total: 0, unread: 0) }
    let ordered = removed.sorted { $0.key < $1.key }
    if isExchanging {
      try markAbsent(ordered.lazy.map { ($0.key, $0.value) }, .pruned, at: now)
    }
    try appendLog(
      .pruned, ordered.map(\.key), detail: unreadCount > 0 ? String(unreadCount) : nil, at: now)
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
      WHERE \(prunable.condition.sql) AND lead IN (0, 2)
        AND (snoozed_until IS NULL OR snoozed_until <= ?) AND snoozed_for IS NULL
        AND (starts_at IS NULL OR starts_at <= ?)
        AND number NOT IN (SELECT value FROM json_each(?)) \(isSent)
      ORDER BY \(prunable.order) LIMIT ?
      """
  }
}
