import GRDB

/// An access path for the rows of a query: an index scan or a driving table.
enum AccessPath {
  /// A scan of an index of all messages in the query's order, until the page is full.
  case orderedScan
  /// A scan of index ranges, each in the query's order.
  case rangeScan(RangeScan)
  /// All matches from a selective table, then a sort.
  case driving(DrivingTable)

  /// Whether the full-text index finds the rows.
  var isSearch: Bool {
    if case .driving(let table) = self { table.isSearch } else { false }
  }
}

extension FilterCriteria {
  /// The fastest access path for a page of rows.
  ///
  /// - Parameters:
  ///   - order: The order of the rows.
  ///   - breakEvenRows: The number of rows that can be sorted in the time in which an ordered scan
  ///     fills a page.
  ///   - database: The database.
  /// - Returns: A driving table for few matches, else a range scan where an index offers one, else
  ///   an ordered scan. So few hits of a search are sorted; of many, the order's index is walked and
  ///   the full-text index asked for its rows.
  /// - Throws: `DatabaseError`.
  func accessPath(
    for order: RowOrder, breakEvenRows: Int, in database: Database
  ) throws -> AccessPath {
    let scan = try rangeScan(for: order, in: database)
    let mostRows = min(max(breakEvenRows, 1_000), 12_000)
    let bound = scan == nil ? mostRows : 500
    let namedCount = groups.count + searched.count + (asksOnly ? 1 : 0)
    if namedCount > 1 || scan == nil,
      let table = try drivingTables.first(where: {
        try database.hasAtMost(bound, rowsIn: $0.probe)
      })
    {
      return .driving(table)
    }
    if scan?.coversSources ?? needsPriority(in: order), statuses == [.read], listPlaces.count == 1,
      try database.hasAtMost(mostRows, rowsIn: statusTable(.read).probe),
      try !database.hasAtMost(mostRows, rowsIn: statusTable(.unread).probe)
    {
      // The indexes by source and by priority would scan all unread rows.
      return .driving(statusTable(.read))
    }
    return scan.map(AccessPath.rangeScan) ?? .orderedScan
  }

  /// The access path for counting all matches, in any order.
  var countingPath: AccessPath {
    (searchTable ?? senderTable ?? drivingTables.first).map(AccessPath.driving) ?? .orderedScan
  }

  /// The access path for counting all matches by source: message_by_source, or that of the unread
  /// ones, in the order of the sources.
  ///
  /// Without other conditions it is a covering index.
  var sourceCountingPath: AccessPath {
    if let table = searchTable ?? senderTable ?? drivingTables.first { return .driving(table) }
    let range = IndexRange(
      tables: "message AS m INDEXED BY message_by_source",
      unreadTables: "message AS m INDEXED BY message_unread_by_source",
      condition: SQLCondition("1"))
    return .rangeScan(RangeScan(ranges: [range]))
  }

  /// The index of a source, or of all below a path, in one place: message_by_source, or that of
  /// the unread ones.
  ///
  /// Without other conditions it is a covering index, and no message is read: for a million that
  /// takes a twentieth of the time.
  private var senderTable: DrivingTable? {
    guard !asksOnly, places.count == 1, let group = groups.first(where: { !$0.isNegated }),
      group.kind == .source, group.names.count == 1
    else { return nil }
    let index = statuses == [.unread] ? "message_unread_by_source" : "message_by_source"
    let sender = SourcePattern(group.names[0]).condition().wrapped("(", ")")
    return DrivingTable(index: index, where: .all([SQLCondition("m.pinned IN (0, 1)"), sender]))
  }
}

/// A table or index with the matches of one selective condition, in no useful order.
struct DrivingTable {
  /// Tables of the join, `message AS m` among them.
  var tables: String
  /// The condition that the index covers.
  var condition: SQLCondition
  /// Table and condition with the same number of rows, without the messages.
  var probe: SQLCondition
  /// Whether it is the full-text index, which covers searched and excluded texts.
  var isSearch = false

  /// A join of tables; the probe reads only the first.
  init(tables: String, probing table: String, where condition: SQLCondition) {
    self.tables = tables
    self.condition = condition
    probe = condition.wrapped(table + " WHERE ", "")
  }

  /// An index of the messages that covers the condition.
  init(index: String, where condition: SQLCondition) {
    let table = "message AS m INDEXED BY " + index
    self.init(tables: table, probing: table, where: condition)
  }

  /// Messages found by the full-text index.
  static let searchTables = "message_text CROSS JOIN message AS m ON m.number = message_text.rowid"

  /// Open questions: message_asking.
  static let asking = DrivingTable(index: "message_asking", where: FilterCriteria.isAsking())
}

extension Database {
  /// Whether a table and condition have at most `limit` rows; stops at the first row beyond.
  func hasAtMost(_ limit: Int, rowsIn probe: SQLCondition) throws -> Bool {
    let statement = try cachedStatement(
      sql: "SELECT count(*) FROM (SELECT 1 FROM \(probe.sql) LIMIT ?)")
    let arguments = StatementArguments(probe.arguments + [(limit + 1).databaseValue])
    return try Int.fetchOne(statement, arguments: arguments) ?? 0 <= limit
  }
}

extension FilterCriteria {
  /// The hits of the search; nil without a search.
  var searchTable: DrivingTable? {
    search.map { search in
      var table = DrivingTable(
        tables: DrivingTable.searchTables, probing: "message_text",
        where: SQLCondition("message_text MATCH ?", search))
      table.isSearch = true
      return table
    }
  }

  /// The candidate driving tables, usually most selective first.
  private var drivingTables: [DrivingTable] {
    var tables = asksOnly ? [DrivingTable.asking] : []
    tables += groups.filter { !$0.isNegated }.compactMap(\.drivingTable)
    tables += [searchTable].compactMap(\.self)
    if resolved.isOnly(true) {
      tables.append(
        DrivingTable(
          index: "message_resolved", where: SQLCondition("m.resolved_at IS NOT NULL")))
    }
    if frequencies.contains(where: \.impliesRepetition) {
      tables.append(
        DrivingTable(index: "message_repeated", where: SQLCondition("m.occurrences > 1")))
    }
    if wantsAlertOnly {
      let isAlert = SQLCondition("m.delivery = \(Delivery.alert.rawValue)")
      tables.append(DrivingTable(index: "message_alert_only", where: isAlert))
    }
    if isOnly(.expired) {
      let ended = SQLCondition("m.expires_at <= ?", now)
      tables.append(DrivingTable(index: "message_by_expiry", where: ended))
    }
    return tables
  }
}

extension FilterCriteria {
  /// The rows of one status in the first place: message_by_status.
  func statusTable(_ status: Status) -> DrivingTable {
    let condition = SQLCondition(
      "m.place = \(listPlaces[0].rawValue) AND m.status = \(status.rawValue)")
    return DrivingTable(index: "message_by_status", where: condition)
  }
}

extension FilterCriteria.NameGroup {
  fileprivate var drivingTable: DrivingTable? {
    switch kind {
    case .category, .tag:
      guard !storedNames.isEmpty else { return nil }
      return DrivingTable(
        tables: "label CROSS JOIN message AS m ON m.number = label.number", probing: "label",
        where: labelCondition)
    case .thread:
      guard !names.contains("") else { return nil }
      return index("message_by_thread", .any(names.map { SQLCondition("m.thread = ?", $0) }))
    case .machine:
      // The partial index is of no use to `ifnull`, and has no messages without a machine.
      guard !names.contains("") else { return nil }
      return index("message_by_machine", .any(names.map { SQLCondition("m.arrived_on = ?", $0) }))
    case .source:
      return index(
        "sqlite_autoindex_message_1",
        .any(names.map { SourcePattern($0).condition().wrapped("(", ")") }))
    }
  }

  /// An index of the messages; several names on one column would need one for each alternative.
  private func index(_ index: String, _ condition: SQLCondition) -> DrivingTable? {
    names.count == 1 ? DrivingTable(index: index, where: condition) : nil
  }
}
