import GRDB
import InboxText

/// The sources or threads of a query, in the order of their first rows.
///
/// So the group with the newest message comes first, or that with the most urgent one, as the rows
/// themselves do.
struct GroupRanks {
  typealias Entry = (name: String, key: RowKey)

  /// The names, first to last.
  private(set) var names: [String]
  private let keys: [RowKey]
  /// The index of each name, by its bytes: equal texts of other bytes are other groups.
  private let places: [[UInt8]: Int]

  /// Maximum number of groups; more are sorted by name.
  static let maximumCount = 1_000

  /// Orders the groups by their first rows; a name may occur more than once.
  init(_ entries: [Entry]) {
    var first: [[UInt8]: Entry] = [:]
    for entry in entries {
      let bytes = Array(entry.name.utf8)
      if let known = first[bytes], known.key < entry.key { continue }
      first[bytes] = entry
    }
    let sorted = first.values.sorted { $0.key < $1.key }
    names = sorted.map(\.name)
    keys = sorted.map(\.key)
    places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { (Array($1.name.utf8), $0) })
  }

  /// The group next to another.
  ///
  /// - Parameters:
  ///   - name: The other group; nil for the position before the first one or behind the last.
  ///   - key: The key of a row of that group, used if the group has no matching rows.
  ///   - direction: The direction.
  /// - Returns: Its name; nil at the end.
  func name(behind name: String?, at key: RowKey?, _ direction: SearchDirection) -> String? {
    let isForward = direction == .forward
    let start =
      name.map { name in
        places[Array(name.utf8)].map { isForward ? $0 + 1 : $0 }
          ?? keys.firstIndex { row in key.map { row > $0 } ?? false } ?? keys.count
      } ?? (isForward ? 0 : keys.count)
    let index = isForward ? start : start - 1
    return names.indices.contains(index) ? names[index] : nil
  }

  /// The groups before another.
  func names(before name: String, at key: RowKey) -> ArraySlice<String> {
    let end = places[Array(name.utf8)] ?? keys.firstIndex { $0 > key } ?? keys.count
    return names[..<end]
  }
}

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
