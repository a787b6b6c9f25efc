import GRDB

/// The sources, categories and tags of matching messages with their counts, the machines on which
/// messages arrived, and the paths of the senders' data, for completion.
package struct FilterNames: Sendable, Hashable {
  /// A name with the number of messages that a term with it matches.
  package struct Name: Sendable, Hashable {
    /// The condition of the term.
    package var condition: MessageFilter.Condition
    /// The number of messages; nil when they are not counted.
    package var count: Int?

    /// Creates a name.
    package init(_ condition: MessageFilter.Condition, count: Int? = nil) {
      self.condition = condition
      self.count = count
    }

    /// Whether it is a whole term; a path of the sender's data goes on with a value.
    package var isWhole: Bool { if case .custom = condition { false } else { true } }
    /// The term in filter words; of a path its beginning.
    package var term: String {
      let text = MessageFilter([.init(condition)]).text
      return isWhole ? text : String(text.dropLast(2))
    }
  }

  /// The names, by kind; sources with the shortest paths and the most messages first, machines with
  /// the newest message first.
  package var names: [Name]

  /// Creates a list of names.
  package init(_ names: [Name] = []) {
    self.names = names
  }

  /// Maximum number of counted names of each kind.
  static let maximumCount = 200
  /// How many of the newest messages are searched for paths of the senders' data.
  static let newestCount = 1_000
}

extension Inbox {
  /// The names of threads, at most 200, in byte order.
  ///
  /// - Throws: ``InboxError``.
  package func threadNames() throws -> [String] {
    try store.read { try $0.distinctThreads(limit: FilterNames.maximumCount) }
  }

  /// The names of messages that match a filter, with counts.
  ///
  /// A source stands for everything below it, and so does the parent of sources.
  ///
  /// - Parameter filter: The filter.
  /// - Returns: At most 400 sources and parents of sources, the shortest paths first, with the sums of
  ///   all; 200 categories and 200 tags; without counts, 200 machines of any messages and 200 others
  ///   of the exchange; for all messages, 200 paths of the newest ones.
  /// - Throws: ``InboxError``.
  package func filterNames(matching filter: MessageFilter = .all) throws -> FilterNames {
    let (sources, categories, tags, machines, paths) = try read { database, now in
      let limit = FilterNames.maximumCount
      let criteria = try FilterCriteria(filter, at: now).expandingCategories(in: database)
      return (
        try database.sourceTotals(
          of: criteria, hasUnsettled: database.hasUnsettled(at: criteria.now)),
        try database.distinctLabels(.category).prefix(limit),
        try database.distinctLabels(.tag).prefix(limit),
        try database.machineNames(limit: limit),
        filter == .all ? try database.customPaths(limit: limit) : []
      )
    }
    let conditions =
      categories.map { MessageFilter.Condition.category(SourcePattern(subtreeAt: $0).text) }
      + tags.map { .tag($0) }
    let counts = try counts(
      of: conditions.map { condition in
        filter.mapAlternatives { alternative in
          MessageFilter([.init(condition)]).within(alternative)
        }
      })
    let counted = zip(conditions, counts).map { FilterNames.Name($0, count: $1) }
    return FilterNames(
      FilterNames.trees(of: sources).prefix(2 * FilterNames.maximumCount)
        + counted.filter { $0.count != 0 }
        + machines.map { FilterNames.Name(.machine($0)) } + paths)
  }
}

extension Database {
  /// The paths to single values of the senders' data in the newest messages, with their numbers of
  /// messages, the most frequent first; without those that a filter cannot name.
  func customPaths(limit: Int) throws -> [FilterNames.Name] {
    let rows = try rows(
      """
      SELECT substr(replace(v.fullkey, '"', ''), 3), count(*) FROM
        (SELECT custom FROM message ORDER BY number DESC LIMIT \(FilterNames.newestCount)) AS m,
        json_tree(CASE WHEN json_valid(m.custom) THEN m.custom END) AS v
      WHERE v.atom IS NOT NULL AND v.fullkey GLOB '$.*' AND v.key NOT GLOB '*.*'
        AND v.fullkey NOT GLOB '*[[\\:<>= ]*'
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?
      """, [limit])
    return try Array(
      rows.map { row in
        let path = (try row.value(0) as String).split(separator: ".").map(String.init)
        return .init(.custom(path, .equal, ""), count: try row.value(1))
      })
  }
}

extension FilterNames {
  /// The sources and their parents, each with the sum of the counts below.
  fileprivate static func trees(of sources: [String: Int]) -> [Name] {
    var sums: [String: Int] = [:]
    for (source, count) in sources where count > 0 {
      for path in source.parentPaths + [source] { sums[path, default: 0] += count }
    }
    func depth(_ path: String) -> Int { path.count { $0 == "/" } }
    return sums.sorted {
      (depth($0.key), -$0.value, $0.key) < (depth($1.key), -$1.value, $1.key)
    }.map { Name(.source(SourcePattern(subtreeAt: $0.key).text), count: $0.value) }
  }
}

extension String {
  /// The paths above a path: `a` and `a/b` for `a/b/c`.
  package var parentPaths: [String] {
    indices.filter { self[$0] == "/" && $0 != startIndex }.map { String(self[..<$0]) }
  }
}
