import GRDB

extension Database {
  /// The distinct labels of a kind, by a skip scan of their table.
  func distinctLabels(_ kind: FilterCriteria.NameGroup.Kind) throws -> [String] {
    try distinct("name", in: "label", where: "kind = \(kind.rawValue)")
  }

  /// The distinct sources of all stored messages, by a skip scan of their index.
  func distinctSources(limit: Int = .max) throws -> [String] {
    try distinct(
      "source", in: "message INDEXED BY sqlite_autoindex_message_1", where: "1", limit: limit)
  }

  /// The distinct threads of all stored messages, by a skip scan of their index.
  func distinctThreads(limit: Int) throws -> [String] {
    try distinct(
      "thread", in: "message INDEXED BY message_by_thread", where: "thread > ''", limit: limit)
  }

  /// The names of the machines of an exchange; empty without one.
  func exchangeMachines() throws -> [String] {
    try String.fetchAll(
      cachedStatement(
        sql: """
          SELECT machine FROM exchange WHERE machine IS NOT NULL
          UNION SELECT name FROM peer WHERE EXISTS (SELECT 1 FROM exchange)
          LIMIT \(FilterNames.maximumCount)
          """))
  }

  /// Each step seeks the entry behind the last name.
  private func distinct(
    _ column: String, in table: String, where condition: String, limit: Int = .max
  ) throws -> [String] {
    let statement = try cachedStatement(
      sql: """
        WITH RECURSIVE found (name) AS (
          SELECT min(\(column)) FROM \(table) WHERE \(condition)
          UNION ALL
          SELECT (SELECT min(\(column)) FROM \(table)
            WHERE \(condition) AND \(column) > found.name)
          FROM found WHERE found.name IS NOT NULL)
        SELECT name FROM found WHERE name IS NOT NULL LIMIT ?
        """)
    return try String.fetchAll(statement, arguments: [limit])
  }
}
