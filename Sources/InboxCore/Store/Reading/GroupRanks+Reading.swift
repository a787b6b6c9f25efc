import GRDB

extension GroupRanks {
  /// Reads the first row of each group; nil if there are more than ``maximumCount`` groups.
  init?(of scan: GroupScan) throws {
    let database = scan.database
    var entries: [Entry] = []
    if let table = try scan.tableOfFewRows() {
      entries = try scan.keys(
        in: table.tables,
        where: .all(
          [table.condition, scan.criteria.condition(for: .settled)]
            + (scan.hasUnsettled ? [.isSettled(at: scan.criteria.now)] : [])))
    } else {
      let limit = Self.maximumCount + 1
      let names =
        scan.kind == .source
        ? try database.distinctSources(limit: limit) : try database.distinctThreads(limit: limit)
      guard names.count < limit else { return nil }
      let first = scan.firstKey
      for name in names where scan.mayContain(name) {
        let arguments = StatementArguments([name.databaseValue] + first.arguments)
        let statement = try database.cachedStatement(sql: first.sql)
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { continue }
        entries.append((name, try RowKey(row)))
      }
    }
    for table in scan.unorderedRows {
      entries += try scan.keys(in: table.tables, where: table.condition)
    }
    self.init(entries)
  }
}

extension RowKey {
  /// Decodes the columns of a row, from one of them on.
  fileprivate init(_ row: Row, from column: Int = 0) throws {
    self.init(parts: try (column..<row.count).map { try row.value($0) })
  }
}

extension GroupScan {
  /// Maximum number of matching rows that are read in place of the first row of each group.
  static let fewRows = 2_000

  private var column: String { kind == .source ? "m.source" : "m.thread" }

  /// Whether the criteria accept a source.
  fileprivate func mayContain(_ name: String) -> Bool {
    kind != .source || criteria.groups.allSatisfy { $0.kind != .source || $0.fits(name) }
  }

  /// The table of all matching rows, where an index shows that they are few.
  ///
  /// So few unread messages are found without a seek for each of very many threads.
  fileprivate func tableOfFewRows() throws -> DrivingTable? {
    let path = try criteria.accessPath(for: .newest, breakEvenRows: Self.fewRows, in: database)
    if case .driving(let table) = path { return table }
    guard case .orderedScan = path, criteria.statuses == [.unread],
      criteria.listPlaces.count == 1,
      try database.hasAtMost(Self.fewRows, rowsIn: criteria.statusTable(.unread).probe)
    else { return nil }
    return criteria.statusTable(.unread)
  }

  /// The key of each row that satisfies a condition, with the name of its group.
  fileprivate func keys(
    in tables: String, where condition: SQLCondition
  ) throws -> [(name: String, key: RowKey)] {
    let columns = keyColumns
    let hasName = kind == .source ? "1" : "m.thread > ''"
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(column), \(columns.sql) FROM \(tables)
        WHERE m.pinned = 0 AND \(hasName) AND \(condition.sql)
        """)
    let rows = try Row.fetchAll(
      statement, arguments: StatementArguments(columns.arguments + condition.arguments))
    return try rows.map { (try $0.value(0), try RowKey($0, from: 1)) }
  }

  private var keyColumns: SQLCondition {
    let columns = order.expressions(at: criteria.now)
    return SQLCondition(
      columns.map(\.sql).joined(separator: ", "), arguments: columns.flatMap(\.arguments))
  }

  /// The statement for the key of the first settled row of a group; its first argument is the name.
  fileprivate var firstKey: SQLCondition {
    var rest = criteria
    if kind == .source { rest.groups.removeAll { $0.kind == .source } }
    let condition = SQLCondition.all(
      [SQLCondition("\(column) = (SELECT name FROM wanted) AND m.pinned = 0")]
        + (hasUnsettled ? [.isSettled(at: criteria.now)] : [])
        + [rest.withoutTexts.condition(for: .settled)] + rest.textConditions)
    let columns = keyColumns
    let suffix = order == .oldest ? "" : " DESC"
    let selections = ranges.map { range in
      """
      SELECT * FROM (SELECT \(columns.sql) FROM message AS m INDEXED BY \(range.index)
      WHERE \(range.condition) AND \(condition.sql)
      ORDER BY m.sort_at\(suffix), m.number\(suffix) LIMIT 1)
      """
    }
    let places = order.expressions(at: criteria.now).indices.map { "\($0 + 1)" }
    return SQLCondition(
      """
      WITH wanted (name) AS (SELECT ?)
      \(selections.joined(separator: " UNION ALL "))
      ORDER BY \(places.joined(separator: ", ")) LIMIT 1
      """, arguments: selections.flatMap { _ in columns.arguments + condition.arguments })
  }

  /// The ranges of a group that an index has in the order of time.
  private var ranges: [(index: String, condition: String)] {
    let isUnread = "m.status = \(Status.unread.rawValue)"
    let isOther = "m.status <> \(Status.unread.rawValue)"
    let statuses =
      criteria.statuses == [.unread] ? [isUnread] : order == .unread ? [isUnread, isOther] : ["1"]
    let priorities = (criteria.priorities ?? Set(Priority.allCases)).map {
      "m.priority = \($0.rawValue)"
    }.sorted()
    return statuses.flatMap { status in
      guard kind == .source else {
        return (order == .priority ? priorities : ["1"]).map {
          ("message_by_thread", "\(status) AND \($0)")
        }
      }
      let index = status == isUnread ? "message_unread_by_source" : "message_by_source"
      return criteria.places.flatMap { place in
        priorities.map { (index, "m.place = \(place.rawValue) AND \(status) AND \($0)") }
      }
    }
  }
}
