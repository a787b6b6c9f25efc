import GRDB

extension Database {
  /// The distinct labels of a kind, by a skip scan of their table.
  func distinctLabels(_ kind: FilterCriteria.NameGroup.Kind) throws -> [String] {
    try distinct("name", in: "label", where: "kind = \(kind.rawValue)")
  }

  /// The distinct sources of all stored messages, by a skip scan of their index.
  func distinctSources() throws -> [String] {
    try distinct("source", in: "message INDEXED BY sqlite_autoindex_message_1", where: "1")
  }

  /// Each step seeks the entry behind the last name.
  private func distinct(
    _ column: String, in table: String, where condition: String
  ) throws -> [String] {
    let statement = try cachedStatement(
      sql: """
        WITH RECURSIVE found (name) AS (
          SELECT min(\(column)) FROM \(table) WHERE \(condition)
          UNION ALL
          SELECT (SELECT min(\(column)) FROM \(table)
            WHERE \(condition) AND \(column) > found.name)
          FROM found WHERE found.name IS NOT NULL)
        SELECT name FROM found WHERE name IS NOT NULL
        """)
    return try String.fetchAll(statement)
  }
}
