import GRDB

extension Database {
  /// The distinct labels of a kind, by a skip scan of their table.
  func distinctLabels(_ kind: FilterCriteria.NameGroup.Kind) throws -> [String] {
    try distinct("name", in: "label", where: "kind = \(kind.rawValue)")
  }

  /// The distinct sources of all stored messages, or those in a range, by a skip scan of their
  /// index.
  func distinctSources(
    from start: String = "", to end: String? = nil, limit: Int = .max
  ) throws -> [String] {
    try distinct(
      "source", in: "message INDEXED BY sqlite_autoindex_message_1",
      where: end == nil ? "1" : "source < ?3", from: start, limit: limit,
      [end].compactMap(\.self))
  }

  /// The distinct threads of all stored messages, by a skip scan of their index.
  func distinctThreads(limit: Int) throws -> [String] {
    try distinct(
      "thread", in: "message INDEXED BY message_by_thread", where: "1",
      from: Self.firstName, limit: limit)
  }

  /// The names of machines: first those on which stored messages arrived, by a skip scan of their
  /// index, that of the newest message first; then the other machines of the exchange.
  ///
  /// - Parameter limit: Maximum number of each.
  /// - Returns: The names, each once.
  /// - Throws: `DatabaseError`.
  func machineNames(limit: Int = .max) throws -> [String] {
    let newest =
      "SELECT max(number) FROM message INDEXED BY message_by_machine WHERE arrived_on = ?"
    let names = try distinct(
      "arrived_on", in: "message INDEXED BY message_by_machine", where: "1",
      from: Self.firstName, limit: limit)
    let places = try names.map { (name: $0, number: try value(newest, [$0]) ?? 0) }
    let others: [String] = try values(
      """
      SELECT known.name FROM (
        SELECT machine AS name FROM exchange WHERE machine > ''
        UNION SELECT name FROM peer WHERE EXISTS (SELECT 1 FROM exchange)
      ) AS known
      WHERE NOT EXISTS (
        SELECT 1 FROM message INDEXED BY message_by_machine WHERE arrived_on = known.name)
      ORDER BY known.name LIMIT ?
      """, [limit])
    return places.sorted { $0.number > $1.number }.map { $0.name } + others
  }

  /// The lowest name but the empty one: no stored name contains a NUL.
  private static let firstName = "\u{1}"

  /// Each step seeks the entry behind the last name, by one bound: SQLite would use either of two.
  private func distinct(
    _ column: String, in table: String, where condition: String, from start: String = "",
    limit: Int = .max, _ arguments: [String] = []
  ) throws -> [String] {
    try values(
      """
      WITH RECURSIVE found (name) AS (
        SELECT min(\(column)) FROM \(table) WHERE \(condition) AND \(column) >= ?2
        UNION ALL
        SELECT (SELECT min(\(column)) FROM \(table)
          WHERE \(condition) AND \(column) > found.name)
        FROM found WHERE found.name IS NOT NULL)
      SELECT name FROM found WHERE name IS NOT NULL LIMIT ?1
      """, [limit, start] + StatementArguments(arguments))
  }
}

extension FilterCriteria {
  /// The criteria with patterns of categories expanded to the categories that there are.
  ///
  /// Categories are compared regardless of case, which their index is not; there are few of them.
  func expandingCategories(in database: Database) throws -> FilterCriteria {
    var result = self
    result.alternatives = try alternatives.map { try $0.expandingCategories(in: database) }
    result.sought = try sought.map { try $0.expandingCategories(in: database) }
    result.collapsed = try collapsed.map { try $0.expandingCategories(in: database) }
    guard groups.contains(where: { $0.kind == .category }) else { return result }
    let categories = try database.distinctLabels(.category)
    for index in groups.indices where groups[index].kind == .category {
      let patterns = groups[index].names.map(CategoryPattern.init)
      result.groups[index].categories = categories.filter { category in
        patterns.contains { $0.matches(category) }
      }
    }
    return result
  }
}

extension FilterCriteria.NameGroup {
  /// The names as they are stored; categories must have been expanded.
  var storedNames: [String] {
    guard kind == .category else { return names }
    assert(categories != nil, "the patterns of categories are not expanded")
    return categories ?? names
  }
}
