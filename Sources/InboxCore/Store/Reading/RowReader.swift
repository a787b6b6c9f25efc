import GRDB

/// An executor of a plan within one transaction.
struct RowReader: OrderedRows {
  let database: Database
  let plan: RowPlan
  /// Receives the first rows while a long search continues.
  var report: (([MessageRow]) -> Void)?

  private typealias Entry = (key: RowKey, row: MessageRow)

  func rows(
    behind row: MessageRow?, isInclusive: Bool, direction: SearchDirection, count: Int
  ) throws -> [MessageRow] {
    let bound = row.map { RowStream.Bound(key: plan.order.key(of: $0), isInclusive: isInclusive) }
    var found: [Entry] = []
    let streams = direction == .forward ? plan.streams : plan.streams.reversed()
    for stream in streams where found.count < count {
      found += try entries(of: stream, behind: bound, direction, limit: count - found.count) {
        [found] in reportFirst(found + $0, behind: bound, direction)
      }
    }
    guard !plan.unordered.isEmpty else { return found.map(\.row) }
    var numbers = Set(found.map(\.row.number))
    for stream in plan.unordered {
      let more = try entries(of: stream, behind: bound, direction, limit: count)
      found += more.filter { numbers.insert($0.row.number).inserted }
    }
    found.sort { direction == .forward ? $0.key < $1.key : $1.key < $0.key }
    return found.prefix(count).map(\.row)
  }

  /// Reports rows of an unfinished read if they are the first rows of the query.
  private func reportFirst(
    _ entries: [Entry], behind bound: RowStream.Bound?, _ direction: SearchDirection
  ) {
    guard bound == nil, direction == .forward, plan.unordered.isEmpty else { return }
    report?(entries.map(\.row))
  }

  /// The number of rows.
  func count() throws -> Int {
    try (plan.streams + plan.unordered).reduce(0) {
      try $0 + database.count(in: $1.tables, where: $1.whole)
    }
  }

  /// The number of rows before a key.
  func count(before key: RowKey) throws -> Int {
    let bound = RowStream.Bound(key: key, isInclusive: false)
    return try (plan.streams + plan.unordered).reduce(0) { sum, stream in
      guard let condition = stream.condition(behind: bound, direction: .backward) else {
        return sum
      }
      return try sum + database.count(in: stream.tables, where: condition)
    }
  }

  func row(_ number: MessageNumber) throws -> MessageRow? {
    try database.messageRow(number, at: plan.now)
  }

  private func entries(
    of stream: RowStream, behind bound: RowStream.Bound?, _ direction: SearchDirection,
    limit: Int, reporting report: ([Entry]) -> Void = { _ in }
  ) throws -> [Entry] {
    guard let condition = stream.condition(behind: bound, direction: direction) else { return [] }
    let whole = MessageRow.projection(stream.state, at: plan.now, threads: plan.threads)
    guard let texts = stream.texts else {
      let selection = stream.selection(
        of: whole, where: condition, direction: direction, limit: limit)
      return try entries(selection, limit: limit, reporting: report) {
        try MessageRow($0, at: plan.now)
      }
    }
    // Nearly always the page is full of the next few rows; else the full-text index has the others.
    let (most, columns) = (8 * limit, SQLCondition("m.number, " + TextFilter.columns))
    let next = stream.selection(of: columns, where: condition, direction: direction, limit: most)
    var readCount = 0
    let found = try entries(next, limit: limit) { row in
      readCount += 1
      guard try texts.keeps(row, at: 1) else { return nil }
      return try database.messageRow(row.messageNumber(0), whole, at: plan.now)
    }
    if found.count == limit || readCount < most { return found }
    let hits = SQLCondition.all([condition, texts.condition(of: stream.row)])
    return try entries(
      stream.selection(of: whole, where: hits, direction: direction, limit: limit), limit: limit,
      reporting: report
    ) { try MessageRow($0, at: plan.now) }
  }

  private func entries(
    _ selection: SQLCondition, limit: Int, reporting report: ([Entry]) -> Void = { _ in },
    _ decode: (Row) throws -> MessageRow?
  ) throws -> [Entry] {
    let rows = try database.rows(selection.sql, selection.statementArguments)
    var (entries, reportedCount) = ([Entry](), 0)
    while entries.count < limit, let row = try rows.next() {
      guard let row = try decode(row) else { continue }
      entries.append((plan.order.key(of: row), row))
      // Few reports in any case: each has twice as many rows as the one before.
      if plan.isTextSearch, entries.count > 2 * reportedCount, entries.count < limit {
        reportedCount = entries.count
        report(entries)
      }
    }
    return entries
  }
}

extension Database {
  /// The row of a message at one time; nil when it was removed.
  func messageRow(_ number: MessageNumber, at now: Int64) throws -> MessageRow? {
    try messageRow(number, MessageRow.projection(.due, at: now), at: now)
  }

  /// The same with the columns of a projection.
  fileprivate func messageRow(
    _ number: MessageNumber, _ projection: SQLCondition, at now: Int64
  ) throws -> MessageRow? {
    let arguments = StatementArguments(projection.arguments + [number.rawValue.databaseValue])
    return try row("SELECT \(projection.sql) FROM message AS m WHERE m.number = ?", arguments).map {
      try MessageRow($0, at: now)
    }
  }

  /// The number of rows of tables that satisfy a condition.
  func count(in tables: String, where condition: SQLCondition) throws -> Int {
    try value(
      "SELECT count(*) FROM \(tables) WHERE \(condition.sql)", condition.statementArguments) ?? 0
  }
}
