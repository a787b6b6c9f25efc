import GRDB

/// Where rare rows are found at once, to be sorted afterwards.
struct RowDriver {
  /// Tables with `message AS m` among them.
  var tables: String
  /// What finds the rows.
  var condition: SQLCondition
  /// Table and condition that count the same without looking at the messages.
  var probe: SQLCondition

  /// Messages found by the full-text index.
  static let searchTables = "message_text CROSS JOIN message AS m ON m.number = message_text.rowid"

  /// Open questions: message_asking.
  static let asking: RowDriver = {
    let tables = "message AS m INDEXED BY message_asking"
    let condition = FilterCriteria.isAsking
    return RowDriver(
      tables: tables, condition: condition, probe: condition.wrapped(tables + " WHERE ", ""))
  }()
}

extension Database {
  /// Whether a table and condition have at most so many rows.
  func isRare(_ probe: SQLCondition, _ limit: Int) throws -> Bool {
    let statement = try cachedStatement(
      sql: "SELECT count(*) FROM (SELECT 1 FROM \(probe.sql) LIMIT ?)")
    let arguments = StatementArguments(probe.arguments + [(limit + 1).databaseValue])
    return try Int.fetchOne(statement, arguments: arguments) ?? 0 <= limit
  }
}

extension FilterCriteria {
  /// The ways to find what is wanted other than in order.
  var drivers: [RowDriver] {
    var drivers = asksOnly ? [RowDriver.asking] : []
    drivers += groups.filter { !$0.isNegated }.compactMap(\.driver)
    if let search {
      let found = SQLCondition("message_text MATCH ?", search)
      drivers.append(
        RowDriver(
          tables: RowDriver.searchTables, condition: found,
          probe: found.wrapped("message_text WHERE ", "")))
    }
    if phases == [.expired] {
      let ended = SQLCondition("m.expires_at <= ?", now)
      let tables = "message AS m INDEXED BY message_by_expiry"
      drivers.append(
        RowDriver(tables: tables, condition: ended, probe: ended.wrapped(tables + " WHERE ", "")))
    }
    return drivers
  }
}

extension FilterCriteria.NameGroup {
  fileprivate var driver: RowDriver? {
    switch kind {
    case .category, .tag:
      guard names.count == 1 else { return nil }
      let found = SQLCondition("label.kind = \(kind.rawValue) AND label.name = ?", names[0])
      return RowDriver(
        tables: "label CROSS JOIN message AS m ON m.number = label.number", condition: found,
        probe: found.wrapped("label WHERE ", ""))
    case .thread:
      return on("message_by_thread", .any(names.map { SQLCondition("m.thread = ?", $0) }))
    case .source:
      return on(
        "sqlite_autoindex_message_1",
        .any(names.map { SourcePattern($0).condition.wrapped("(", ")") })
      )
    }
  }

  /// Several names on one column would need an index for each alternative.
  private func on(_ index: String, _ condition: SQLCondition) -> RowDriver? {
    guard names.count == 1 else { return nil }
    let tables = "message AS m INDEXED BY " + index
    return RowDriver(
      tables: tables, condition: condition, probe: condition.wrapped(tables + " WHERE ", ""))
  }
}
