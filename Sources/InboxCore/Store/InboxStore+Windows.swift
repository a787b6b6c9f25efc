import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// What a query sees in a window at one moment.
  func snapshot(
    of query: MessageQuery, in window: MessageWindow, at now: Date,
    within budget: Duration? = nil, isCounted: Bool = false
  ) throws -> InboxSnapshot {
    try read(within: budget) { database in
      let criteria = FilterCriteria(query.filter, at: now)
      let (reader, counts, hasDue) = try Self.rowReader(
        criteria, RowOrder(query.order, of: criteria), window: window, in: database)
      let stretch = try reader.stretch(window)
      let newest = try Self.newest(in: database)
      return InboxSnapshot(
        query: query, sequence: newest.sequence, rows: stretch.rows,
        hasEarlier: stretch.hasEarlier, hasLater: stretch.hasLater, counts: counts,
        matchCount: try criteria.knownCount(counts)
          ?? (isCounted ? Self.count(criteria, hasDue: hasDue, in: database) : nil),
        newestNumber: newest.number,
        nextTransition: try Self.nextTransition(after: criteria.now, in: database))
    }
  }

  /// A reader for criteria, and what the whole inbox counts at their moment.
  ///
  /// It looks at rare rows directly, at others along their index, and at common ones in order.
  ///
  /// Reading in order looks at about `limit × listed / found` rows until the window is full,
  /// reading directly at `found`: they are equal at the square root of `limit × listed`.
  static func rowReader(
    _ criteria: FilterCriteria, _ order: RowOrder, window: MessageWindow, in database: Database
  ) throws -> (reader: RowReader, counts: InboxCounts, hasDue: Bool) {
    let hasDue = try hasDue(at: criteria.now, in: database)
    let counts = try counts(at: criteria.now, hasDue: hasDue, in: database)
    let criteria = try criteria.knowingWords(in: database)
    let even = (Double(max(1, window.limit)) * Double(max(1, counts.stored))).squareRoot()
    let approach = try criteria.approach(for: order, even: Int(even), in: database)
    let plan = RowPlan(criteria, in: order, approach: approach, hasDue: hasDue, kept: window.kept)
    return (RowReader(database: database, plan: plan), counts, hasDue)
  }

  /// The highest number that is still there, and the highest log sequence that was ever given.
  static func newest(in database: Database) throws -> (number: MessageNumber, sequence: Int64) {
    let statement = try database.cachedStatement(
      sql: "SELECT ifnull(max(number), 0) FROM message")
    let number = try Int64.fetchOne(statement) ?? 0
    return (MessageNumber(number), try lastSequence(in: database))
  }

  private static func nextTransition(after now: Int64, in database: Database) throws -> Date? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT next_at FROM message INDEXED BY message_by_transition
        WHERE next_at > ? ORDER BY next_at LIMIT 1
        """)
    return try Int64.fetchOne(statement, arguments: [now]).map { Date(milliseconds: $0) }
  }
}
