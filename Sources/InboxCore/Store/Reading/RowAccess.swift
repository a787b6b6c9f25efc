import GRDB

/// The way to the rows of a query; each statement names its index.
enum RowAccess {
  /// The index of the query's order, until the page is full.
  case order
  /// The index of one condition, in the query's order for each of its values.
  case range(IndexRange)
  /// All rows of the most selective condition, sorted.
  case rows(DrivingTable)

  /// Whether the full-text index finds the rows.
  var isSearch: Bool {
    if case .rows(let table) = self { table.isSearch } else { false }
  }
}

/// An index that has the rows of a condition in order for each of its values.
///
/// Of several values SQLite reads the first rows of each, and leaves a value at its first row that
/// is too late for the page.
enum IndexRange {
  /// Some sources: message_by_source, or message_unread_by_source.
  case sources([String])
  /// Categories or tags: the primary key of `label`.
  case labels(FilterCriteria.NameGroup)
  /// Some threads: message_by_thread.
  case threads([String])
  /// Expired messages: message_ended; unanswered questions stay listed, and are not in it.
  case ended

  /// Maximum number of sources and threads.
  static let maximumCount = 256
  /// Maximum number of labels.
  fileprivate static let maximumLabelCount = 16
  /// Number of sources from which on the index of the order is an alternative.
  fileprivate static let manySources = 16
}

extension FilterCriteria {
  /// The access to a page of rows.
  ///
  /// The few rows of a condition are sorted, where no index has them in order or where there are
  /// several conditions. Otherwise the index of a condition is read, else that of the order.
  ///
  /// - Parameters:
  ///   - order: The order of the rows.
  ///   - mostRows: The number of rows that can be sorted in the time in which the index of the order
  ///     fills a page.
  ///   - readsTexts: Whether the texts of the rows are read instead of the full-text index.
  ///   - database: The database.
  /// - Returns: The access.
  /// - Throws: `DatabaseError`.
  func access(
    for order: RowOrder, mostRows: Int, readsTexts: Bool = false, in database: Database
  ) throws -> RowAccess {
    let range = try range(for: order, in: database)
    var tables = drivingTables.filter { !readsTexts || !$0.isSearch }
    let isOfSources = if case .sources = range { true } else { false }
    if statuses == [.read], listPlaces.count == 1, isOfSources || needsPriority(in: order) {
      // The indexes by source and by priority would be read past all unread rows.
      tables.append(statusTable(.read))
    }
    if tables.count > 1 || range == nil {
      let most = min(max(mostRows, 1_000), 12_000)
      let counted = try tables.map { (table: $0, count: try database.count($0, upTo: most + 1)) }
      if let fewest = counted.min(by: { $0.count < $1.count }), fewest.count <= most {
        return .rows(fewest.table)
      }
    }
    return range.map(RowAccess.range) ?? .order
  }

  /// The index that has the rows in order; nil for none.
  func range(for order: RowOrder, in database: Database) throws -> IndexRange? {
    guard asking.only != true else { return nil }
    if let sources = try sources(in: database) { return .sources(sources) }
    for group in groups where !group.isNegated {
      switch group.kind {
      case .category, .tag:
        if group.storedNames.count <= IndexRange.maximumLabelCount { return .labels(group) }
      case .thread
      where !needsPriority(in: order) && !group.names.contains("")
        && group.names.count <= IndexRange.maximumCount:
        return .threads(group.names)
      case .thread, .source, .machine: break
      }
    }
    return isOnly(.expired) && !isAnywhere && !statuses.contains(.deleted) ? .ended : nil
  }

  /// The stored sources that match; nil without a condition on them, and for too many.
  private func sources(in database: Database) throws -> [String]? {
    let asked = groups.filter { $0.kind == .source }
    guard !asked.isEmpty else { return nil }
    let positive = asked.first { !$0.isNegated }
    let ranges: [(from: String, to: String?)] =
      positive?.names.flatMap { SourcePattern($0).ranges.map { ($0.from, $0.to) } } ?? [("", nil)]
    var names: [String] = []
    for range in ranges {
      names += try database.distinctSources(
        from: range.from, to: range.to, limit: IndexRange.maximumCount + 1)
    }
    names = names.filter { name in asked.allSatisfy { $0.fits(name) } }
    guard names.count <= IndexRange.maximumCount else { return nil }
    let isMany = names.count > IndexRange.manySources
    return try isMany && isDense(.all(asked.map { $0.condition() }), in: database) ? nil : names
  }

  /// Whether a tenth of the newest rows satisfy a condition, so that the index of the order is
  /// fastest.
  private func isDense(_ condition: SQLCondition, in database: Database) throws -> Bool {
    let newest = """
      (SELECT m.number FROM message AS m INDEXED BY message_by_time
      WHERE m.place = \(places[0].rawValue) AND m.lead = 0 ORDER BY m.sort_at DESC LIMIT 200)
      AS newest CROSS JOIN message AS m ON m.number = newest.number
      """
    return try database.count(in: newest, where: condition) >= 20
  }

  /// The access for counting all matches, in any order.
  var countingAccess: RowAccess {
    (searchTable ?? senderTable ?? drivingTables.first ?? wholeTable).map(RowAccess.rows) ?? .order
  }

  /// All messages in the order in which they are stored, for tests that no index serves: by an index,
  /// reading most of the messages takes twice as long.
  private var wholeTable: DrivingTable? {
    guard !tests.isEmpty, statuses.contains(.read), priorities == nil, leads.contains(0) else {
      return nil
    }
    return DrivingTable(tables: "message AS m NOT INDEXED", where: SQLCondition("1"))
  }

  /// The index of a source, or of all below a path, in one place: message_by_source, or that of
  /// the unread ones.
  ///
  /// Without other conditions it is a covering index, and no message is read: for a million that
  /// takes a twentieth of the time.
  private var senderTable: DrivingTable? {
    guard asking.only != true, places.count == 1,
      let group = groups.first(where: { !$0.isNegated }),
      group.kind == .source, group.names.count == 1
    else { return nil }
    return sourceTable(where: SourcePattern(group.names[0]).condition().wrapped("(", ")"))
  }

  /// The access for counting all matches by source: without other conditions, covering indexes by
  /// source.
  var sourceCountingAccess: RowAccess {
    if case .rows = countingAccess { return countingAccess }
    return .rows(sourceTable(where: SQLCondition("1")))
  }

  private func sourceTable(where condition: SQLCondition) -> DrivingTable {
    let index = statuses == [.unread] ? "message_unread_by_source" : "message_by_source"
    return DrivingTable(
      index: index, where: .all([SQLCondition("m.lead IN (0, 1, 2, 3)"), condition]))
  }
}

/// A table or index with the matches of one selective condition, in no useful order.
struct DrivingTable {
  /// Tables of the join, `message AS m` among them.
  var tables: String
  /// The condition that the index covers.
  var condition: SQLCondition
  /// The first of the tables, which has as many rows.
  fileprivate var probedTable: String
  /// Whether it is the full-text index, which covers searched and excluded texts.
  var isSearch = false

  /// A join of tables; counting reads only the first.
  init(tables: String, probing table: String? = nil, where condition: SQLCondition) {
    (self.tables, self.condition, probedTable) = (tables, condition, table ?? tables)
  }

  /// An index of the messages that covers the condition.
  init(index: String, where condition: SQLCondition) {
    self.init(tables: "message AS m INDEXED BY " + index, where: condition)
  }

  /// Open questions: message_asking.
  static let asking = DrivingTable(index: "message_asking", where: FilterCriteria.isAsking())
}

extension Database {
  /// The number of a table's rows; stops at a limit.
  func count(_ table: DrivingTable, upTo limit: Int) throws -> Int {
    let arguments = StatementArguments(table.condition.arguments + [limit.databaseValue])
    return try value(
      """
      SELECT count(*) FROM
      (SELECT 1 FROM \(table.probedTable) WHERE \(table.condition.sql) LIMIT ?)
      """, arguments) ?? 0
  }
}

extension FilterCriteria {
  /// The hits of the search; nil without a search.
  var searchTable: DrivingTable? {
    search.map { search in
      var table = DrivingTable(
        tables: "message_text CROSS JOIN message AS m ON m.number = message_text.rowid",
        probing: "message_text", where: SQLCondition("message_text MATCH ?", search))
      table.isSearch = true
      return table
    }
  }

  /// The candidate driving tables.
  private var drivingTables: [DrivingTable] {
    var tables = asking.only == true ? [DrivingTable.asking] : []
    tables += groups.filter { !$0.isNegated }.compactMap(\.drivingTable)
    tables += [searchTable].compactMap(\.self)
    let indexes: [(isUsed: Bool, name: String, condition: SQLCondition)] = [
      (resolved.only == true, "message_resolved", SQLCondition("m.resolved_at IS NOT NULL")),
      (
        frequencies.contains(where: \.impliesRepetition), "message_repeated",
        SQLCondition("m.occurrences > 1")
      ),
      (
        alertOnly.only == true, "message_alert_only",
        SQLCondition("m.delivery = \(Delivery.alert.rawValue)")
      ),
      (isOnly(.scheduled), "message_by_start", SQLCondition("m.starts_at > ?", now)),
      (isOnly(.expired), "message_by_expiry", SQLCondition("m.expires_at <= ?", now)),
    ]
    tables += indexes.filter(\.isUsed).map { DrivingTable(index: $0.name, where: $0.condition) }
    if isOnly(.snoozed) {
      let isSnoozed = """
        m.number IN (SELECT number FROM message WHERE snoozed_until > ? \
        UNION ALL SELECT number FROM message WHERE snoozed_for IS NOT NULL)
        """
      tables.append(DrivingTable(tables: "message AS m", where: SQLCondition(isSnoozed, now)))
    }
    return tables
  }

  /// The rows of one status in the first place: message_by_status.
  func statusTable(_ status: Status) -> DrivingTable {
    let condition = SQLCondition(
      "m.place = \(listPlaces[0].rawValue) AND m.status = \(status.rawValue)")
    return DrivingTable(index: "message_by_status", where: condition)
  }
}

extension FilterCriteria.NameGroup {
  fileprivate var drivingTable: DrivingTable? {
    // Several names on one column would need an index for each alternative.
    let name = names.count == 1 ? names[0] : nil
    switch (kind, name) {
    case (.category, _), (.tag, _):
      guard !storedNames.isEmpty else { return nil }
      return DrivingTable(
        tables: "label CROSS JOIN message AS m ON m.number = label.number", probing: "label",
        where: labelCondition)
    case (.source, let name?):
      let condition = SourcePattern(name).condition().wrapped("(", ")")
      return DrivingTable(index: "sqlite_autoindex_message_1", where: condition)
    case (.thread, let name?) where !name.isEmpty:
      return DrivingTable(index: "message_by_thread", where: SQLCondition("m.thread = ?", name))
    case (.machine, let name?) where !name.isEmpty:
      // The partial index is of no use to `ifnull`, and has no messages without a machine.
      let condition = SQLCondition("m.arrived_on = ?", name)
      return DrivingTable(index: "message_by_machine", where: condition)
    default: return nil
    }
  }

  /// Whether a source is one of the names, or none of them when negated.
  func fits(_ source: String) -> Bool {
    names.contains { SourcePattern($0).matches(source) } != isNegated
  }
}
