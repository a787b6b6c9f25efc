import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Counts the whole inbox, by counters that are always up to date.
  ///
  /// - Throws: ``InboxError``.
  public func counts() throws -> InboxCounts {
    let now = now.milliseconds
    return try store.read { try $0.counts(at: now, hasUnsettled: $0.hasUnsettled(at: now)) }
  }

  /// Counts the messages that match a filter; may take a second in a huge inbox.
  ///
  /// - Throws: ``InboxError``.
  public func count(matching filter: MessageFilter) throws -> Int {
    try counts(of: [filter])[0]
  }

  /// Counts the messages that match each of several filters, in one transaction, without loading
  /// any.
  ///
  /// ```swift
  /// let numbers = try inbox.counts(of: [.unread, .pinned, .trash])
  /// ```
  ///
  /// A filter with only statuses is counted by the counters; others may take a second in a huge
  /// inbox.
  ///
  /// - Parameters:
  ///   - filters: The filters.
  ///   - budget: The time budget; nil for no limit.
  /// - Returns: One count for each filter, in order.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when the budget is exceeded.
  public func counts(of filters: [MessageFilter], within budget: Duration? = nil) throws -> [Int] {
    try read(within: budget) { database, now in
      let hasUnsettled = try database.hasUnsettled(at: now.milliseconds)
      let counts = try database.counts(at: now.milliseconds, hasUnsettled: hasUnsettled)
      return try filters.map { filter in
        let criteria = FilterCriteria(filter, at: now)
        return try criteria.knownCount(counts)
          ?? database.count(criteria, hasUnsettled: hasUnsettled)
      }
    }
  }
}

extension Inbox {
  /// Counts the listed messages of the last 24 hours by the hour of their place in the order.
  ///
  /// - Parameter budget: The time budget; nil for no limit.
  /// - Returns: 24 numbers, oldest first; the last one is of the hour that has begun.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when the budget is exceeded.
  package func hourCounts(within budget: Duration? = nil) throws -> [Int] {
    let hour: Int64 = 3_600_000
    let first = now.milliseconds / hour - 23
    return try store.read(within: budget) { database in
      // message_by_time has all that is needed.
      let rows = try database.rows(
        """
        SELECT sort_at / \(hour) - ?1, count(*) FROM message INDEXED BY message_by_time
        WHERE place = \(Place.list.rawValue) AND lead IN (0, 1, 2, 3) AND sort_at >= ?1 * \(hour)
        GROUP BY 1
        """, [first])
      return try rows.reduce(into: Array(repeating: 0, count: 24)) { counts, row in
        let index: Int = try row.value(0)
        if counts.indices.contains(index) { counts[index] = try row.value(1) }
      }
    }
  }
}

extension Database {
  /// The counts as of the last write.
  func settledCounts() throws -> InboxCounts {
    try sum(rows("SELECT place, status, count FROM counter"))
  }

  /// Sums rows of place, status and count.
  func sum(_ rows: RowCursor) throws -> InboxCounts {
    try rows.reduce(into: InboxCounts()) { counts, row in
      counts.add(try row.count(2), place: try row.value(0), status: try row.value(1))
    }
  }

  /// Whether some rows have a due transition that is not settled.
  func hasUnsettled(at now: Int64) throws -> Bool {
    try value(
      "SELECT EXISTS (SELECT 1 FROM message INDEXED BY message_by_transition WHERE next_at <= ?)",
      [now]) ?? false
  }

  /// Counts of the whole inbox at one time: the counters, corrected for unsettled rows.
  func counts(at now: Int64, hasUnsettled: Bool) throws -> InboxCounts {
    var counts = try settledCounts()
    guard hasUnsettled else { return counts }
    let (place, status) = (RowState.due.place(at: now), RowState.due.status(at: now))
    let arguments = place.arguments + status.arguments + [now.databaseValue]
    let cursor = try rows(
      """
      SELECT m.place, m.status, \(place.sql), \(status.sql), count(*) FROM message AS m
      INDEXED BY message_by_transition WHERE m.next_at <= ? GROUP BY 1, 2, 3, 4
      """, StatementArguments(arguments))
    while let row = try cursor.next() {
      let count = try row.count(4)
      counts.add(-count, place: try row.value(0), status: try row.value(1))
      counts.add(count, place: try row.value(2), status: try row.value(3))
    }
    return counts
  }

  /// Counts the matching rows.
  func count(_ criteria: FilterCriteria, hasUnsettled: Bool) throws -> Int {
    let criteria = try criteria.expandingCategories(in: self)
    let plan = RowPlan(
      criteria, in: RowOrder(.newest, of: criteria), by: criteria.countingAccess,
      hasUnsettled: hasUnsettled)
    return try RowReader(database: self, plan: plan).count()
  }
}

extension InboxCounts {
  fileprivate mutating func add(_ number: Int, place: Int, status: Int) {
    switch Place(rawValue: place) {
    case .list where status == Status.unread.rawValue: unread += number
    case .list: read += number
    case .trash: deleted += number
    case .done: done += number
    case .hidden, nil: hidden += number
    }
  }
}

extension FilterCriteria {
  /// The number of matches, when the counters suffice.
  func knownCount(_ counts: InboxCounts) -> Int? {
    guard self == FilterCriteria(now: now, statuses: statuses, isLed: isLed) else { return nil }
    return (statuses.contains(.unread) ? counts.unread : 0)
      + (statuses.contains(.read) ? counts.read : 0)
      + (statuses.contains(.deleted) ? counts.deleted : 0)
  }
}
