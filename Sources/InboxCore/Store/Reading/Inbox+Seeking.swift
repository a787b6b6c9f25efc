extension Inbox {
  /// Finds the next or previous row of a query that also matches a filter, or a later one.
  ///
  /// - Parameters:
  ///   - number: The row to start from; nil, or one that was removed, starts from the end.
  ///   - query: The rows and their order.
  ///   - filter: A further condition on the row.
  ///   - direction: The direction of the search.
  ///   - count: How many matches to advance; where there are fewer, the last of them.
  ///   - isWanted: Polled during the search; false cancels it.
  /// - Returns: The row's number; nil when there is none in that direction.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when cancelled.
  package func adjacentRow(
    of number: MessageNumber?, in query: MessageQuery, matching filter: MessageFilter,
    direction: SearchDirection, count: Int = 1, while isWanted: @escaping () -> Bool = { true }
  ) throws -> MessageNumber? {
    let now = now
    return try store.readRanked { database, ranks in
      let listed = FilterCriteria(query, at: now)
      let sought = FilterCriteria(filter, at: now, defaultStatuses: Set(Status.allCases))
      let criteria = filter == .all ? listed : listed.narrowed(by: sought)
      // A search also finds rows in folded groups; steps count the visible rows.
      let grouping = filter == .all ? query.grouping : query.grouping?.unfolded
      let order = RowOrder(query.order, of: listed)
      return try database.reading(while: isWanted) {
        let reader: any OrderedRows =
          try database.groupedReader(criteria, amid: listed, order, grouping, ranks: ranks)
          ?? database.rowReader(criteria, order, window: MessageWindow(limit: 1)).reader
        let row = try number.flatMap { try reader.row($0) }
        return try reader.row(count, behind: row, direction)?.number
      }
    }
  }

  /// The position of a message among the messages of a query, from 1; may be slow.
  ///
  /// Messages hidden in folded groups count too.
  ///
  /// - Returns: The position; nil when the message is not among the rows.
  /// - Throws: ``InboxError``.
  package func position(of number: MessageNumber, in query: MessageQuery) throws -> Int? {
    let now = now
    return try store.readRanked { database, ranks in
      let criteria = try FilterCriteria(query, at: now).expandingCategories(in: database)
      let order = RowOrder(query.order, of: criteria)
      let plan = RowPlan(
        criteria, in: order, by: criteria.countingAccess,
        hasUnsettled: try database.hasUnsettled(at: criteria.now))
      let reader = RowReader(database: database, plan: plan)
      let isAmong = SQLCondition.all([
        SQLCondition("m.number = ?", number.rawValue), criteria.condition(for: .due),
      ])
      guard try database.count(in: "message AS m", where: isAmong) > 0,
        let row = try reader.row(number)
      else { return nil }
      let grouped = try database.groupedReader(criteria, order, query.grouping, ranks: ranks)
      return try (grouped?.count(before: row) ?? reader.count(before: order.key(of: row))) + 1
    }
  }
}

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
