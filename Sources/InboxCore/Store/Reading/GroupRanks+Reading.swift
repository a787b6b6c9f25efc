import GRDB
import InboxText

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
      entries = try scan.firstKeys(of: names.filter(scan.mayContain))
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

  /// The table of all matching rows, where an index shows that they are few.
  ///
  /// So few unread messages are found without a seek for each of very many threads.
  fileprivate func tableOfFewRows() throws -> DrivingTable? {
    let access = try criteria.access(
      for: RowOrder(.newest, of: criteria), mostRows: Self.fewRows, in: database)
    if case .rows(let table) = access { return table }
    guard case .order = access, criteria.statuses == [.unread], criteria.listPlaces.count == 1
    else { return nil }
    let unread = criteria.statusTable(.unread)
    return try database.count(unread, upTo: Self.fewRows + 1) <= Self.fewRows ? unread : nil
  }

  /// The key of each row that satisfies a condition, with the name of its group.
  fileprivate func keys(
    in tables: String, where condition: SQLCondition
  ) throws -> [(name: String, key: RowKey)] {
    let columns = keyColumns
    let hasName = kind == .source ? "1" : "m.thread > ''"
    let rows = try database.rows(
      """
      SELECT \(column), \(columns.sql) FROM \(tables)
      WHERE m.lead = 0 AND \(hasName) AND \(condition.sql)
      """, StatementArguments(columns.arguments + condition.arguments))
    return try Array(rows.map { (try $0.value(0), try RowKey($0, from: 1)) })
  }

  private var keyColumns: SQLCondition {
    let columns = order.expressions(at: criteria.now)
    return SQLCondition(
      columns.map(\.sql).joined(separator: ", "), arguments: columns.flatMap(\.arguments))
  }

  /// The keys of the first settled rows of groups, with their names.
  fileprivate func firstKeys(of names: [String]) throws -> [(name: String, key: RowKey)] {
    let list = JSONValue(names: names)?.json ?? "[]"
    let halves: [Set<Status>] =
      order.kind == .unread
      ? [[.unread], criteria.statuses.subtracting([.unread])] : [criteria.statuses]
    let first = halves.map(first)
    let (keys, number) = (keyColumns, first.map(\.sql).joined(separator: ", "))
    let arguments =
      keys.arguments + first.flatMap(\.arguments)
      + [list.databaseValue]
    let rows = try database.rows(
      """
      SELECT found.name, \(keys.sql) FROM (
        SELECT wanted.value AS name, coalesce(\(number), NULL) AS number
        FROM json_each(?) AS wanted) AS found
      CROSS JOIN message AS m ON m.number = found.number
      """, StatementArguments(arguments))
    return try Array(rows.map { (try $0.value(0), try RowKey($0, from: 1)) })
  }

  /// The number of the first settled row of a group with one of some statuses: message_by_source or
  /// message_unread_by_source, or message_by_thread.
  private func first(_ statuses: Set<Status>) -> SQLCondition {
    var rest = criteria
    rest.statuses = statuses
    var range = [SQLCondition("\(column) = wanted.value AND m.lead = 0")]
    var index = "message_by_thread"
    if kind == .source {
      rest.groups.removeAll { $0.kind == .source }
      let priorities = criteria.priorities ?? Set(Priority.allCases)
      range += [
        .oneOf("m.place", rest.places.map(\.rawValue)),
        .oneOf("m.priority", priorities.map(\.rawValue).sorted()),
      ]
      index = statuses == [.unread] ? "message_unread_by_source" : "message_by_source"
    }
    if statuses == [.unread] { range.append(SQLCondition("m.status = \(Status.unread.rawValue)")) }
    if hasUnsettled { range.append(.isSettled(at: criteria.now)) }
    let condition = SQLCondition.all(range + [rest.condition(for: .settled)])
    let suffix = order.kind == .oldest ? "" : " DESC"
    let isByPriority = order.kind == .priority ? "m.priority DESC, " : ""
    return condition.wrapped(
      "(SELECT m.number FROM message AS m INDEXED BY \(index) WHERE ",
      " ORDER BY \(isByPriority)m.sort_at\(suffix), m.number\(suffix) LIMIT 1)")
  }
}
