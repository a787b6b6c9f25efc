import GRDB

/// An access path: how rows are found, by a scan or from a driving table.
enum AccessPath {
  /// Along an index of all messages, in the order of the query, until the page is full.
  case orderedScan
  /// Along ranges of an index, each of which is in the order of the query.
  case rangeScan(RangeScan)
  /// All matches at once from a selective table, sorted afterwards.
  case driving(DrivingTable)
}

extension FilterCriteria {
  /// The quickest access path for a page of rows.
  ///
  /// - Parameters:
  ///   - order: The order of the rows.
  ///   - breakEvenRows: How many rows can be sorted in the time in which an ordered scan fills a
  ///     page.
  ///   - database: Where the rows are.
  /// - Returns: A driving table for few matches, else a range scan where an index offers one, else
  ///   an ordered scan.
  /// - Throws: `DatabaseError`.
  func accessPath(
    for order: RowOrder, breakEvenRows: Int, in database: Database
  ) throws -> AccessPath {
    guard order != .arrival else { return .orderedScan }
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
      // The indexes by source and by priority would walk past everything unread.
      return .driving(statusTable(.read))
    }
    return scan.map(AccessPath.rangeScan) ?? .orderedScan
  }

  /// The access path for counting all matches, where no order has to be kept.
  var countingPath: AccessPath {
    (senderTable ?? drivingTables.first).map(AccessPath.driving) ?? .orderedScan
  }

  /// A sender, or all below a path, in one place: message_by_source, or that of the unread ones.
  ///
  /// Where nothing else is asked its entries tell all, and no message is looked at: of a million
  /// that takes a twentieth of the time.
  private var senderTable: DrivingTable? {
    guard !asksOnly, places.count == 1, let group = groups.first(where: { !$0.isNegated }),
      group.kind == .source, group.names.count == 1
    else { return nil }
    let index = statuses == [.unread] ? "message_unread_by_source" : "message_by_source"
    let sender = SourcePattern(group.names[0]).condition.wrapped("(", ")")
    return DrivingTable(index: index, where: .all([SQLCondition("m.pinned IN (0, 1)"), sender]))
  }
}

/// A table or index that yields the matches of one selective condition, in no useful order.
struct DrivingTable {
  /// Tables of the join, `message AS m` among them.
  var tables: String
  /// The condition that the index answers.
  var condition: SQLCondition
  /// Table and condition with the same number of rows that do not touch the messages.
  var probe: SQLCondition

  /// A join of tables; the probe reads the first of them alone.
  init(tables: String, probing table: String, where condition: SQLCondition) {
    self.tables = tables
    self.condition = condition
    probe = condition.wrapped(table + " WHERE ", "")
  }

  /// An index of the messages that answers the condition.
  init(index: String, where condition: SQLCondition) {
    let table = "message AS m INDEXED BY " + index
    self.init(tables: table, probing: table, where: condition)
  }

  /// Messages found by the full-text index.
  static let searchTables = "message_text CROSS JOIN message AS m ON m.number = message_text.rowid"

  /// Open questions: message_asking.
  static let asking = DrivingTable(index: "message_asking", where: FilterCriteria.isAsking)
}

extension Database {
  /// Whether a table and condition have at most `limit` rows; reads no more than one beyond it.
  func hasAtMost(_ limit: Int, rowsIn probe: SQLCondition) throws -> Bool {
    let statement = try cachedStatement(
      sql: "SELECT count(*) FROM (SELECT 1 FROM \(probe.sql) LIMIT ?)")
    let arguments = StatementArguments(probe.arguments + [(limit + 1).databaseValue])
    return try Int.fetchOne(statement, arguments: arguments) ?? 0 <= limit
  }
}

extension FilterCriteria {
  /// The tables that could drive the query, the usually most selective first.
  private var drivingTables: [DrivingTable] {
    var tables = asksOnly ? [DrivingTable.asking] : []
    tables += groups.filter { !$0.isNegated }.compactMap(\.drivingTable)
    if let search {
      tables.append(
        DrivingTable(
          tables: DrivingTable.searchTables, probing: "message_text",
          where: SQLCondition("message_text MATCH ?", search)))
    }
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
  /// One status of the first place: message_by_status.
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
      guard names.count == 1 else { return nil }
      let found = SQLCondition("label.kind = \(kind.rawValue) AND label.name = ?", names[0])
      return DrivingTable(
        tables: "label CROSS JOIN message AS m ON m.number = label.number", probing: "label",
        where: found)
    case .thread:
      guard !names.contains("") else { return nil }
      return index("message_by_thread", .any(names.map { SQLCondition("m.thread = ?", $0) }))
    case .source:
      return index(
        "sqlite_autoindex_message_1",
        .any(names.map { SourcePattern($0).condition.wrapped("(", ")") }))
    }
  }

  /// An index of the messages; several names on one column would need one for each alternative.
  private func index(_ index: String, _ condition: SQLCondition) -> DrivingTable? {
    names.count == 1 ? DrivingTable(index: index, where: condition) : nil
  }
}
