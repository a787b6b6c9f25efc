import Foundation
import GRDB

extension InboxStore {
  /// The next row of a query that also matches a filter; nil when there is none.
  func neighbour(
    of number: MessageNumber?, in query: MessageQuery, matching filter: MessageFilter,
    direction: SearchDirection, at now: Date
  ) throws -> MessageNumber? {
    try read { database in
      let listed = FilterCriteria(query.filter, at: now)
      let criteria = listed.narrowed(
        by: FilterCriteria(filter, at: now, defaultStatuses: Set(Status.allCases)))
      let reader = try Self.rowReader(
        criteria, RowOrder(query.order, of: listed), window: MessageWindow(limit: 1), in: database
      ).reader
      let row = try number.flatMap { try reader.row($0) }
      let bound = row.map {
        RowStream.Bound(key: reader.plan.order.key(of: $0), isInclusive: false)
      }
      return try reader.rows(behind: bound, direction: direction, count: 1).first?.number
    }
  }

  /// The place of a message among the rows of a query, from 1; nil when it is not among them.
  func position(
    of number: MessageNumber, in query: MessageQuery, at now: Date
  ) throws -> Int? {
    try read { database in
      let criteria = try FilterCriteria(query.filter, at: now).knowingWords(in: database)
      let hasDue = try Self.hasDue(at: criteria.now, in: database)
      let plan = RowPlan(
        criteria, in: RowOrder(query.order, of: criteria),
        approach: criteria.countingApproach, hasDue: hasDue)
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
