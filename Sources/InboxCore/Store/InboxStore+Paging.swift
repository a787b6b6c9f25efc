import Foundation

extension InboxStore {
  /// The rows behind one that was read before, wherever that message is now.
  func page(
    of query: MessageQuery, after row: MessageRow?, count: Int, at now: Date
  ) throws -> RowReader.Stretch {
    try read { database in
      let criteria = FilterCriteria(query.filter, at: now)
      let order = RowOrder(query.order, of: criteria)
      let reader = try Self.rowReader(
        criteria, order, window: MessageWindow(limit: count), in: database
      ).reader
      let bound = row.map { RowStream.Bound(key: order.key(of: $0), isInclusive: false) }
      let rows = try reader.rows(behind: bound, direction: .forward, count: count + 1)
      return .init(rows: Array(rows.prefix(count)), hasLater: rows.count > count)
    }
  }
}
