package import Foundation
import GRDB
import InboxText

/// The previous visit: when a screen was last opened or closed, and how many messages since are unread.
package struct LastVisit: Sendable, Hashable {
  /// Maximum number of messages that are counted.
  package static let limit = 1_000

  /// The time of the visit.
  package var date: Date
  /// The time from which on arrivals do not count, as a screen is open.
  package var end: Date
  /// The number of listed unread messages that arrived in between, at most ``limit``.
  package var newCount: Int
  /// The number of their sources.
  package var sourceCount: Int
  /// The last sequence of the log at that time, for ``Inbox/lateArrivals(after:matching:within:)``;
  /// nil where an older program noted the visit.
  package var sequence: Int64?

  /// Creates a visit.
  package init(
    date: Date, end: Date = .distantFuture, newCount: Int, sourceCount: Int = 1,
    sequence: Int64? = nil
  ) {
    (self.date, self.end, self.sequence) = (date, end, sequence)
    (self.newCount, self.sourceCount) = (newCount, sourceCount)
  }
}

extension Inbox {
  /// The previous visit; nil before the first.
  ///
  /// - Throws: ``InboxError``.
  package func lastVisit() throws -> LastVisit? {
    let noted = try store.read { database in
      try database.row(
        """
        SELECT value, (SELECT value FROM value WHERE name = 'seen_sequence')
        FROM value WHERE name = 'seen_at'
        """
      ).map { row in
        (date: Date(milliseconds: try row.value(0)), sequence: try row.value(1) as Int64?)
      }
    }
    guard let noted else { return nil }
    var visit = try news(since: noted.date, until: now)
    visit.sequence = noted.sequence
    return visit
  }

  /// What came or came up again between two times and is unread, as if the first were the previous
  /// visit.
  ///
  /// - Throws: ``InboxError``.
  package func news(since date: Date, until end: Date) throws -> LastVisit {
    try store.read { database in
      let row = try database.row(
        """
        SELECT count(*), count(DISTINCT source) FROM (
          SELECT source FROM message INDEXED BY message_by_status
          WHERE place = \(Place.list.rawValue) AND status = \(Status.unread.rawValue)
            AND lead IN (0, 1, 2, 3) AND sort_at BETWEEN ? AND ? LIMIT \(LastVisit.limit))
        """, [date.milliseconds, end.milliseconds])
      return LastVisit(
        date: date, end: end, newCount: try row?.count(0) ?? 0,
        sourceCount: try row?.count(1) ?? 0)
    }
  }
}

/// What happened in a list since it was last seen that its first rows do not show.
package struct LateArrivals: Sendable, Hashable {
  /// Maximum number of arrivals that are looked at, the newest.
  package static let limit = 1_000

  /// The unread messages that arrived late, in the order of the list: newest time first.
  package var numbers: [MessageNumber] = []
  /// Whether there may be more, as ``limit`` arrivals were looked at.
  package var hasMore = false
  /// The number of unread messages that were removed to keep the maximum, of any list.
  package var prunedUnreadCount = 0
  /// The last step of the log that it covers.
  package var sequence: Int64 = 0
}

extension Inbox {
  /// The unread messages of a list that arrived after a step of the log, below one that was there.
  ///
  /// They keep their place by time: their sender's clock is wrong, they waited in a queue or on
  /// another machine, or were imported. Where the log no longer has the step, the arrivals that it
  /// still has count.
  ///
  /// - Parameters:
  ///   - sequence: ``InboxSnapshot/sequence`` or ``LastVisit/sequence`` when the list was last seen.
  ///   - filter: The filter of the list.
  ///   - budget: The time budget; nil for no limit.
  /// - Returns: The late ones among the newest ``LateArrivals/limit`` arrivals.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when the budget is exceeded.
  package func lateArrivals(
    after sequence: Int64, matching filter: MessageFilter = .all, within budget: Duration? = nil
  ) throws -> LateArrivals {
    try read(within: budget) { database, now in
      let arrivals = try database.arrivals(after: sequence)
      var late = LateArrivals()
      late.hasMore = arrivals.numbers.count >= LateArrivals.limit
      late.prunedUnreadCount = try database.prunedUnreadCount(after: sequence)
      late.sequence = try InboxStore.lastSequence(in: database)
      guard !arrivals.numbers.isEmpty,
        let top = try database.newestPlace(of: filter, besides: arrivals, at: now)
      else { return late }
      let status = RowState.due.status(at: now.milliseconds)
      let condition = try filter.condition(at: now, for: .due, in: database)
      let arguments =
        [arrivals.numbers.sorted().json.databaseValue, top.milliseconds.databaseValue]
        + status.arguments + condition.arguments
      late.numbers = try database.numbers(
        """
        SELECT m.number FROM json_each(?) AS arrival CROSS JOIN message AS m
          ON m.number = arrival.value
        WHERE m.lead = 0 AND m.sort_at < ? AND \(status.sql) = 0 AND \(condition.sql)
        ORDER BY m.sort_at DESC, m.number DESC
        """, StatementArguments(arguments))
      return late
    }
  }
}

/// The messages that arrived or came up again after a step of the log.
private struct Arrivals {
  /// At most ``LateArrivals/limit`` of them, the newest.
  var numbers: Set<MessageNumber> = []
  /// The first message that was not there before.
  var first: MessageNumber?

  func include(_ number: MessageNumber) -> Bool {
    first.map { $0 <= number } ?? false || numbers.contains(number)
  }
}

extension Database {
  fileprivate func arrivals(after sequence: Int64) throws -> Arrivals {
    let rows = try rows(
      """
      SELECT numbers FROM log
      WHERE sequence > ? AND verb IN ('received', 'imported', 'resurfaced')
      ORDER BY sequence DESC
      """, [sequence])
    var found = Arrivals(first: try arrival(from: sequence + 1)?.numbers.first)
    while found.numbers.count < LateArrivals.limit, let row = try rows.next() {
      let numbers = PackedNumbers.unpack([UInt8](try row.value(0) as Data))
      found.numbers.formUnion(numbers.suffix(LateArrivals.limit - found.numbers.count))
    }
    return found
  }

  /// The number of unread messages that were removed after a step of the log to keep the maximum.
  fileprivate func prunedUnreadCount(after sequence: Int64) throws -> Int {
    try value(
      "SELECT sum(CAST(detail AS INTEGER)) FROM log WHERE sequence > ? AND verb = 'pruned'",
      [sequence]) ?? 0
  }

  /// The time by which the first row of a list is ordered, of those that do not lead it and
  /// were there before; nil for none, or below very many new ones.
  fileprivate func newestPlace(
    of filter: MessageFilter, besides arrivals: Arrivals, at now: Date
  ) throws -> Date? {
    let isBelow = MessageFilter([
      .init(.pinned, isNegated: true), .init(.needed, isNegated: true),
    ])
    let new = arrivals.numbers.count
    let pages = try pages(
      of: MessageQuery(filter: filter.within(isBelow)), at: now,
      limit: new < LateArrivals.limit ? new + 1 : 20 * new)
    while let page = try pages.next() {
      if let row = page.first(where: { !arrivals.include($0.number) }) { return row.sortDate }
    }
    return nil
  }
}
