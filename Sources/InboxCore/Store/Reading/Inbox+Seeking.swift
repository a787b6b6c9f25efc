import Foundation
import GRDB

extension Inbox {
  /// Finds the next or previous row of a query that also matches a filter.
  ///
  /// - Parameters:
  ///   - number: The row to start from; nil, or one that is gone, starts from the end.
  ///   - query: The rows and their order.
  ///   - filter: What the row must match beside the query's own filter.
  ///   - direction: Which way to look.
  /// - Returns: The row's number; nil when there is none that way.
  /// - Throws: ``InboxError``.
  package func adjacentRow(
    of number: MessageNumber?, in query: MessageQuery, matching filter: MessageFilter,
    direction: SearchDirection
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
      let bound = row.map {
        RowStream.Bound(key: reader.plan.order.key(of: $0), isInclusive: false)
      }
      return try reader.rows(behind: bound, direction: direction, count: 1).first?.number
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
