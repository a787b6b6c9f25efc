import GRDB

/// A source with the numbers of its messages.
package struct SourceCount: Sendable, Hashable {
  /// The source, without those below it.
  package var source: String
  /// Its messages that are not in the trash.
  package var count: GroupCount
  /// The highest priority of its unread messages; nil without any.
  package var priority: Priority?
  /// The number of sources below it that are left out of the list, and are counted here.
  ///
  /// The left out sources without a path above them are counted at an empty source.
  package var omittedCount = 0
  /// The unread messages among those of the left out sources.
  package var omittedUnreadCount = 0
  /// Whether its actions are allowed.
  package var allowsActions = false

  /// Creates the numbers of a source.
  package init(_ source: String, _ count: GroupCount, priority: Priority? = nil) {
    (self.source, self.count, self.priority) = (source, count, priority)
  }

  /// Maximum number of sources in a list.
  static let maximumCount = 1_000
}

extension Inbox {
  /// The sources of matching messages, with their numbers.
  ///
  /// All messages are counted. Of very many sources those without unread messages are left out
  /// first, then those whose unread messages are the least urgent; see
  /// ``SourceCount/omittedCount``.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - budget: The time budget; nil for no limit.
  /// - Returns: Some 1 000 sources at most, in byte order; those without a match are left out.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when the budget is exceeded.
  package func sourceCounts(
    matching filter: MessageFilter = .all, within budget: Duration? = nil
  ) throws -> [SourceCount] {
    try read(within: budget) { database, now in
      let criteria = try FilterCriteria(filter, at: now).expandingCategories(in: database)
      let unread = criteria.narrowed(by: FilterCriteria(now: criteria.now, statuses: [.unread]))
      let hasUnsettled = try database.hasUnsettled(at: criteria.now)
      var counts: [String: SourceCount] = [:]
      for (source, total) in try database.sourceTotals(of: criteria, hasUnsettled: hasUnsettled) {
        counts[source] = SourceCount(source, GroupCount(total: total, unread: 0))
      }
      try database.forEachSource(of: unread, hasUnsettled: hasUnsettled) {
        source, count, priority in
        guard var known = counts[source] else { return }
        known.count.unread += count
        known.priority = max(known.priority ?? priority, priority)
        counts[source] = known
      }
      // A read-only inbox may have an older schema.
      let allowed: [String] = (try? database.values("SELECT source FROM action_consent")) ?? []
      for source in allowed { counts[source]?.allowsActions = true }
      return Array(counts.values).limited(to: SourceCount.maximumCount)
    }
  }
}

extension [SourceCount] {
  /// The sources in byte order, the least important ones beyond a limit counted at the paths above
  /// them.
  func limited(to limit: Int) -> [SourceCount] {
    let ranked = sorted { left, right in
      (left.priority?.rawValue ?? 0, right.source) > (right.priority?.rawValue ?? 0, left.source)
    }
    var kept = Dictionary(uniqueKeysWithValues: ranked.prefix(limit).map { ($0.source, $0) })
    for omitted in ranked.dropFirst(limit) {
      let path = omitted.source.split(separator: "/").dropLast().joined(separator: "/")
      var parent = kept[path] ?? SourceCount(path, GroupCount(total: 0, unread: 0))
      parent.count.total += omitted.count.total
      parent.count.unread += omitted.count.unread
      parent.omittedCount += 1
      parent.omittedUnreadCount += omitted.count.unread
      kept[path] = parent
    }
    return kept.values.sorted { $0.source.utf8.lexicographicallyPrecedes($1.source.utf8) }
  }
}

extension Database {
  /// The numbers of matching messages by source.
  func sourceTotals(of criteria: FilterCriteria, hasUnsettled: Bool) throws -> [String: Int] {
    var totals: [String: Int] = [:]
    try forEachSource(of: criteria, hasUnsettled: hasUnsettled) { source, count, _ in
      totals[source, default: 0] += count
    }
    return totals
  }

  /// Counts matching messages by source, with the highest priority of each; a source may come more
  /// than once.
  fileprivate func forEachSource(
    of criteria: FilterCriteria, hasUnsettled: Bool,
    _ body: (_ source: String, _ count: Int, Priority) -> Void
  ) throws {
    let plan = RowPlan(
      criteria, in: RowOrder(.newest, of: criteria), by: criteria.sourceCountingAccess,
      hasUnsettled: hasUnsettled)
    for stream in plan.streams + plan.unordered {
      let condition = stream.whole
      let rows = try rows(
        """
        SELECT m.source, count(*), max(m.priority) FROM \(stream.tables)
        WHERE \(condition.sql) GROUP BY m.source
        """, condition.statementArguments)
      while let row = try rows.next() {
        body(try row.value(0), try row.count(1), Priority(rawValue: try row.value(2)) ?? .default)
      }
    }
  }
}
