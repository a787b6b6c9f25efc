import Foundation
import GRDB

extension Inbox {
  /// Finds the next or previous row of a query that also matches a filter, or a later one.
  ///
  /// - Parameters:
  ///   - number: The row to start from; nil, or one that is gone, starts from the end.
  ///   - query: The rows and their order.
  ///   - filter: What the row must match beside the query's own filter.
  ///   - direction: Which way to look.
  ///   - count: Which of the rows that way; where there are fewer, the last of them.
  ///   - isWanted: Asked now and then; false ends the search.
  /// - Returns: The row's number; nil when there is none that way.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when it is not wanted any more.
  package func adjacentRow(
    of number: MessageNumber?, in query: MessageQuery, matching filter: MessageFilter,
    direction: SearchDirection, count: Int = 1, while isWanted: @escaping () -> Bool = { true }
  ) throws -> MessageNumber? {
    let now = now
    return try store.read { database in
      let listed = FilterCriteria(query.filter, at: now)
      let criteria = listed.narrowed(
        by: FilterCriteria(filter, at: now, defaultStatuses: Set(Status.allCases)))
      let reader = try database.rowReader(
        criteria, RowOrder(query.order, of: listed), window: MessageWindow(limit: 1)
      ).reader
      let row = try number.flatMap { try reader.row($0) }
      return try database.reading(while: isWanted) {
        try reader.row(count, behind: row, direction)?.number
      }
    }
  }

  /// Counts the position of a message among the rows of a query, from 1; may be slow.
  ///
  /// - Returns: The position; nil when the message is not among the rows.
  /// - Throws: ``InboxError``.
  package func position(of number: MessageNumber, in query: MessageQuery) throws -> Int? {
    let now = now
    return try store.read { database in
      let criteria = try FilterCriteria(query.filter, at: now).expandingPrefixes(in: database)
      let plan = RowPlan(
        criteria, in: RowOrder(query.order, of: criteria), path: criteria.countingPath,
        hasUnsettled: try database.hasUnsettled(at: criteria.now))
      let reader = RowReader(database: database, plan: plan)
      let isAmong = SQLCondition.all([
        SQLCondition("m.number = ?", number.rawValue), criteria.condition(for: .due),
      ])
      guard try database.count(in: "message AS m", where: isAmong) > 0,
        let row = try reader.row(number)
      else { return nil }
      return try reader.count(before: plan.order.key(of: row)) + 1
    }
  }
}

extension RowReader {
  /// Most rows that are read at once while rows are counted.
  private static let chunkSize = 1_000

  /// The row that is so many rows behind another, else the last one that way.
  fileprivate func row(
    _ count: Int, behind start: MessageRow?, _ direction: SearchDirection
  ) throws -> MessageRow? {
    var (last, left, found) = (start, max(count, 1), MessageRow?.none)
    while left > 0 {
      let bound = last.map { RowStream.Bound(key: plan.order.key(of: $0), isInclusive: false) }
      let size = min(left, Self.chunkSize)
      let rows = try rows(behind: bound, direction: direction, count: size)
      found = rows.last ?? found
      guard rows.count == size else { break }
      (last, left) = (rows.last, left - size)
    }
    return found
  }
}
