import Foundation
import GRDB
import InboxText

/// Messages that arrived late: their place by time is below one that was there before them.
package struct LateArrivals: Sendable, Hashable {
  /// Maximum number of arrivals that are looked at, the newest.
  package static let limit = 1_000

  /// The messages, in the order of the list: newest time first.
  package var numbers: [MessageNumber]

  /// Creates a list of late arrivals.
  package init(_ numbers: [MessageNumber] = []) {
    self.numbers = numbers
  }
}

extension Inbox {
  /// The unread messages of a list that arrived after a step of the log, below one that was there.
  ///
  /// They keep their place by time: their sender's clock is wrong, or they waited in a queue or on
  /// another machine. Imported messages are not among them. Where the log no longer has the step,
  /// the arrivals that it still has count.
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
    let now = now
    return try store.read(within: budget) { database in
      let arrivals = try database.arrivals(after: sequence)
      guard !arrivals.isEmpty,
        let top = try database.newestPlace(of: filter, besides: arrivals, at: now)
      else { return LateArrivals() }
      let criteria = try FilterCriteria(filter, at: now).expanded(in: database)
      let statement = try database.cachedStatement(
        sql: """
          SELECT m.number FROM json_each(?) AS arrival CROSS JOIN message AS m
            ON m.number = arrival.value
          WHERE m.pinned = 0 AND m.sort_at < ? AND \(RowState.due.status(at: criteria.now).sql) = 0
            AND \(criteria.condition(for: .due).sql)
          ORDER BY m.sort_at DESC, m.number DESC
          """)
      let arguments =
        [arrivals.sorted().json.databaseValue, top.milliseconds.databaseValue]
        + RowState.due.status(at: criteria.now).arguments
        + criteria.condition(for: .due).arguments
      let found = try Int64.fetchAll(statement, arguments: StatementArguments(arguments))
      return LateArrivals(found.map { MessageNumber($0) })
    }
  }
}

extension Database {
  /// The messages that arrived or came up again after a step of the log, at most
  /// ``LateArrivals/limit``, the newest.
  fileprivate func arrivals(after sequence: Int64) throws -> Set<MessageNumber> {
    let statement = try cachedStatement(
      sql: """
        SELECT numbers FROM log WHERE sequence > ? AND verb IN ('received', 'resurfaced')
        ORDER BY sequence DESC
        """)
    let rows = try Row.fetchCursor(statement, arguments: [sequence])
    var found: Set<MessageNumber> = []
    while found.count < LateArrivals.limit, let row = try rows.next() {
      let numbers = PackedNumbers.unpack([UInt8](try row.value(0) as Data))
      found.formUnion(numbers.suffix(LateArrivals.limit - found.count))
    }
    return found
  }

  /// The time by which the first row of a list is ordered, of those that are not pinned and not
  /// among these.
  fileprivate func newestPlace(
    of filter: MessageFilter, besides arrivals: Set<MessageNumber>, at now: Date
  ) throws -> Date? {
    var place: Date?
    let isNotPinned = MessageFilter([.init(.pinned, isNegated: true)])
    try forEachPage(
      of: MessageQuery(filter: filter.within(isNotPinned)), at: now,
      limit: arrivals.count + 1
    ) { page in
      place = place ?? page.first { !arrivals.contains($0.number) }?.sortDate
    }
    return place
  }
}
