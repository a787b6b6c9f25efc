import GRDB

/// The tally of a search: which match the cursor is on, and how many there are.
package struct MatchTally: Sendable, Hashable {
  /// The rank of the match, from 1.
  package var rank: Int
  /// How many matches there are.
  package var total: Int

  /// Makes a tally.
  package init(rank: Int, total: Int) {
    self.rank = rank
    self.total = total
  }
}

extension Inbox {
  /// Counts the rows of a query that also match a filter, and those up to one of them.
  ///
  /// - Parameters:
  ///   - number: The row whose rank is wanted.
  ///   - query: The rows and their order.
  ///   - filter: What the counted rows match beside the query's own filter.
  ///   - isWanted: Asked now and then; false ends the count.
  /// - Returns: The tally; nil when the row is gone.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when it is not wanted any more.
  package func tally(
    of number: MessageNumber, in query: MessageQuery, matching filter: MessageFilter,
    while isWanted: @escaping () -> Bool = { true }
  ) throws -> MatchTally? {
    let now = now
    return try store.read { database in
      try database.reading(while: isWanted) {
        let listed = FilterCriteria(query.filter, at: now)
        let criteria = listed.narrowed(
          by: FilterCriteria(filter, at: now, defaultStatuses: Set(Status.allCases)))
        let plan = RowPlan(
          try criteria.expandingPrefixes(in: database), in: RowOrder(query.order, of: listed),
          path: .orderedScan, hasUnsettled: try database.hasUnsettled(at: criteria.now))
        let reader = RowReader(database: database, plan: plan)
        guard let row = try reader.row(number) else { return nil }
        let grouped = try database.groupedReader(
          criteria, plan.order, query.activeGrouping, window: MessageWindow(limit: 1))
        let before =
          try grouped?.count(before: row) ?? reader.count(before: plan.order.key(of: row))
        let total = try (plan.streams + plan.unordered).reduce(0) { sum, stream in
          try sum + database.count(stream, where: stream.condition)
        }
        return MatchTally(rank: before + 1, total: max(total, before + 1))
      }
    }
  }
}
