import GRDB

/// An executor of a plan within one transaction.
struct RowReader {
  let database: Database
  let plan: RowPlan
  /// Receives the first rows while a long search continues.
  var report: (([MessageRow]) -> Void)?

  private typealias Entry = (key: RowKey, row: MessageRow)

  /// The rows after or before a bound, nearest first.
  ///
  /// - Parameters:
  ///   - bound: The start; nil is the first or the last row.
  ///   - direction: The direction of the read.
  ///   - count: Maximum number of rows.
  /// - Returns: The rows.
  /// - Throws: `DatabaseError`.
  func rows(
    behind bound: RowStream.Bound?, direction: SearchDirection, count: Int
  ) throws -> [MessageRow] {
    var found: [Entry] = []
    for run in runs(direction) where found.count < count {
      found += try entries(
        of: run, behind: bound, direction, count: count - found.count
      ) { [found] in reportFirst(found + $0, behind: bound, direction) }
    }
    guard !plan.unordered.isEmpty else { return found.prefix(count).map(\.row) }
    var numbers = Set(found.map(\.row.number))
    for stream in plan.unordered {
      let more = try entries(of: stream, behind: bound, direction, limit: count)
      found += more.filter { numbers.insert($0.row.number).inserted }
    }
    found.sort { direction == .forward ? $0.key < $1.key : $1.key < $0.key }
    return found.prefix(count).map(\.row)
  }

  /// The streams grouped by prefix; all rows of one group precede those of the next.
  private func runs(_ direction: SearchDirection) -> [[RowStream]] {
    var runs: [[RowStream]] = []
    for stream in plan.streams {
      if let place = runs.firstIndex(where: { $0[0].prefix == stream.prefix }) {
        runs[place].append(stream)
      } else {
        runs.append([stream])
      }
    }
    return runs.sorted {
      $0[0].prefix.lexicographicallyPrecedes($1[0].prefix) == (direction == .forward)
    }
  }

  /// Reports rows of an unfinished read if they are the first rows of the query.
  private func reportFirst(
    _ entries: [Entry], behind bound: RowStream.Bound?, _ direction: SearchDirection
  ) {
    guard bound == nil, direction == .forward, plan.unordered.isEmpty else { return }
    report?(entries.map(\.row))
  }

  /// The number of rows before a key.
  func count(before key: RowKey) throws -> Int {
    let bound = RowStream.Bound(key: key, isInclusive: false)
    return try (plan.streams + plan.unordered).reduce(0) { sum, stream in
      try stream.conditions(behind: bound, direction: .backward).reduce(sum) {
        try $0 + database.count(stream, where: $1)
      }
    }
  }

  /// The row of a message, whether it belongs to the query or not.
  func row(_ number: MessageNumber) throws -> MessageRow? {
    try database.messageRow(number, at: plan.now)
  }

  /// Merges the nearest rows of sorted streams.
  ///
  /// It reads a few of each at first, and more only of streams with the nearest rows.
  private func entries(
    of streams: [RowStream], behind bound: RowStream.Bound?, _ direction: SearchDirection,
    count: Int, reporting report: ([Entry]) -> Void
  ) throws -> [Entry] {
    if streams.count == 1 {
      return try entries(
        of: streams[0], behind: bound, direction, limit: count, reporting: report)
    }
    let share = max(4, 2 * count / streams.count)
    func head(_ stream: RowStream, _ bound: RowStream.Bound?) throws -> ArraySlice<Entry> {
      try entries(of: stream, behind: bound, direction, limit: share)[...]
    }
    var heads = try streams.map { try head($0, bound) }
    var found: [Entry] = []
    while found.count < count,
      let index = heads.indices.filter({ !heads[$0].isEmpty }).min(by: { left, right in
        (heads[left][heads[left].startIndex].key < heads[right][heads[right].startIndex].key)
          == (direction == .forward)
      })
    {
      let nearest = heads[index].removeFirst()
      found.append(nearest)
      // A full batch may be followed by more rows.
      if heads[index].isEmpty, heads[index].endIndex == share {
        heads[index] = try head(streams[index], .init(key: nearest.key, isInclusive: false))
      }
    }
    return found
  }

  private func entries(
    of stream: RowStream, behind bound: RowStream.Bound?, _ direction: SearchDirection,
    limit: Int, reporting report: ([Entry]) -> Void = { _ in }
  ) throws -> [Entry] {
    let projection = MessageRow.projection(stream.state, at: plan.now, threads: plan.threads)
    var entries: [Entry] = []
    for condition in stream.conditions(behind: bound, direction: direction)
    where entries.count < limit {
      if let texts = stream.texts {
        entries += try self.entries(
          of: stream, where: condition, filteredBy: texts, direction,
          limit: limit - entries.count, reporting: report)
        continue
      }
      let selection = stream.selection(
        of: projection, where: condition, direction: direction, limit: limit - entries.count)
      let statement = try database.cachedStatement(sql: selection.sql)
      let cursor = try Row.fetchCursor(statement, arguments: selection.statementArguments)
      while let row = try cursor.next() {
        let row = try MessageRow(row, at: plan.now)
        entries.append((plan.order.key(of: row), row))
      }
    }
    return entries
  }

  /// The nearest rows that a filter of texts keeps.
  ///
  /// Numbers are read in order, in growing batches, and rows only for the remaining ones.
  private func entries(
    of stream: RowStream, where condition: SQLCondition, filteredBy texts: TextFilter,
    _ direction: SearchDirection, limit: Int, reporting report: ([Entry]) -> Void
  ) throws -> [Entry] {
    let selection = stream.selection(
      of: SQLCondition("m.number"), where: condition, direction: direction, limit: .max)
    let numbers = try NumberCursor(selection.sql, selection.arguments, in: database)
    let projection = MessageRow.projection(.due, at: plan.now, threads: plan.threads)
    var entries: [Entry] = []
    var size = min(max(limit, 32), TextFilter.largestChunk)
    var reportedCount = 0
    while entries.count < limit {
      var chunk: [Int64] = []
      while chunk.count < size, let number = try numbers.next() { chunk.append(number) }
      for number in try texts.remaining(of: chunk, in: database).prefix(limit - entries.count) {
        guard let row = try database.messageRow(MessageNumber(number), projection, at: plan.now)
        else { continue }
        entries.append((plan.order.key(of: row), row))
      }
      guard chunk.count == size else { break }
      // Few reports in any case: each has twice as many rows as the one before.
      if entries.count > 2 * reportedCount, entries.count < limit {
        reportedCount = entries.count
        report(entries)
      }
      size = min(2 * size, TextFilter.largestChunk)
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
    let statement = try cachedStatement(
      sql: "SELECT \(projection.sql) FROM message AS m WHERE m.number = ?")
    let arguments = StatementArguments(projection.arguments + [number.rawValue.databaseValue])
    return try Row.fetchOne(statement, arguments: arguments).map { try MessageRow($0, at: now) }
  }

  /// The number of a stream's rows that satisfy a condition.
  func count(_ stream: RowStream, where condition: SQLCondition) throws -> Int {
    guard let texts = stream.texts else { return try count(in: stream.tables, where: condition) }
    guard texts.isSearch else {
      return try count(in: stream.tables, where: .all([condition, texts.condition]))
    }
    let numbers = try NumberCursor(
      "SELECT m.number FROM \(stream.tables) WHERE \(condition.sql)", condition.arguments,
      in: self)
    var count = 0
    while true {
      var chunk: [Int64] = []
      while chunk.count < TextFilter.largestChunk, let number = try numbers.next() {
        chunk.append(number)
      }
      count += try texts.remaining(of: chunk, in: self).count
      guard chunk.count == TextFilter.largestChunk else { return count }
    }
  }

  /// The number of rows of tables that satisfy a condition.
  func count(in tables: String, where condition: SQLCondition) throws -> Int {
    let statement = try cachedStatement(
      sql: "SELECT count(*) FROM \(tables) WHERE \(condition.sql)")
    return try Int.fetchOne(statement, arguments: condition.statementArguments) ?? 0
  }
}

extension RowReader: OrderedRows {
  func rows(
    behind row: MessageRow?, isInclusive: Bool, direction: SearchDirection, count: Int
  ) throws -> [MessageRow] {
    let bound = row.map { RowStream.Bound(key: plan.order.key(of: $0), isInclusive: isInclusive) }
    return try rows(behind: bound, direction: direction, count: count)
  }
}
