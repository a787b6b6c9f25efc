/// A source with the numbers of its messages.
package struct SourceCount: Sendable, Hashable {
  /// The source, without those below it.
  package var source: String
  /// Its messages that are not in the trash.
  package var count: GroupCount

  /// Creates the numbers of a source.
  package init(_ source: String, _ count: GroupCount) {
    (self.source, self.count) = (source, count)
  }

  /// Maximum number of counted sources.
  static let maximumCount = 500
}

extension Inbox {
  /// The sources of matching messages, with their numbers.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - budget: The time budget; nil for no limit.
  /// - Returns: At most 500 sources, in byte order; those without a match are left out.
  /// - Throws: ``InboxError``; ``InboxError/overBudget`` when the budget is exceeded.
  package func sourceCounts(
    matching filter: MessageFilter = .all, within budget: Duration? = nil
  ) throws -> [SourceCount] {
    let sources = try store.read(within: budget) { database in
      try database.distinctSources(limit: SourceCount.maximumCount)
    }
    let filters = sources.flatMap { source in
      let name = MessageFilter.Term(.source(SourcePattern(exactly: source).text))
      return [MessageFilter([name]), MessageFilter([name, .init(.status(.unread))])]
    }
    let counts = try counts(of: filters.map { $0.within(filter) }, within: budget)
    return sources.indices.map { index in
      let (total, unread) = (counts[2 * index], counts[2 * index + 1])
      return SourceCount(sources[index], GroupCount(total: total, unread: unread))
    }.filter { $0.count.total > 0 }
  }
}
