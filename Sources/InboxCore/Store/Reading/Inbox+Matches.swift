import GRDB

/// The tally of a search: the rank of the current match, and the number of matches.
package struct MatchTally: Sendable, Hashable {
  /// The rank of the match, from 1.
  package var rank: Int
  /// Number of matches.
  package var total: Int

  /// Creates a tally.
  package init(rank: Int, total: Int) {
    self.rank = rank
    self.total = total
  }
}

extension Inbox {
  /// Counts the rows of a query that also match a filter, in all and up to one of them.
  ///
  /// - Parameters:
  ///   - number: The row to rank.
  ///   - query: The rows and their order.
  ///   - filter: A further condition on the counted rows.
  ///   - isWanted: Polled during the count; false cancels it.
  /// - Returns: The tally; nil when the row was removed.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when cancelled.
  package func tally(
    of number: MessageNumber, in query: MessageQuery, matching filter: MessageFilter,
    while isWanted: @escaping () -> Bool = { true }
  ) throws -> MatchTally? {
    let now = now
    return try store.readRanked { database, ranks in
      try database.reading(while: isWanted) {
        let listed = FilterCriteria(query, at: now)
        let criteria = listed.narrowed(
          by: FilterCriteria(filter, at: now, defaultStatuses: Set(Status.allCases)))
        let expanded = try criteria.expandingCategories(in: database)
        let plan = RowPlan(
          expanded, in: RowOrder(query.order, of: listed),
          by: expanded.searchTable.map(RowAccess.rows) ?? .order,
          hasUnsettled: try database.hasUnsettled(at: criteria.now))
        let reader = RowReader(database: database, plan: plan)
        guard let row = try reader.row(number) else { return nil }
        let grouped = try database.groupedReader(
          criteria, amid: listed, plan.order, query.grouping, ranks: ranks)
        let before =
          try grouped?.count(before: row) ?? reader.count(before: plan.order.key(of: row))
        return MatchTally(rank: before + 1, total: max(try reader.count(), before + 1))
      }
    }
  }
}
