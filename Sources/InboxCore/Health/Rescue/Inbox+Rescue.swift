import Foundation
import GRDB
import InboxText

/// The result of rescuing the messages of a damaged file.
package struct RescueOutcome: Sendable, Hashable {
  /// The number of messages in the new inbox.
  package var messageCount = 0
  /// The number of unreadable records.
  package var unreadableCount = 0
  /// The message count of the damaged file; nil when unreadable.
  package var expectedCount: Int?

  /// Whether nothing is known to be missing.
  package var isWhole: Bool {
    unreadableCount == 0 && expectedCount.map { $0 <= messageCount } ?? true
  }
}

extension Inbox {
  /// Copies all readable rows of a damaged database into a new inbox.
  ///
  /// Messages keep their numbers, status, pins and snoozes; metrics are copied too. The log begins
  /// afresh. The damaged file is only read.
  ///
  /// - Parameters:
  ///   - path: The damaged database; a write-ahead log beside it is read too.
  ///   - folder: The folder of the new inbox.
  ///   - configuration: The new inbox's configuration; its maximum is not applied.
  /// - Returns: The number of rescued messages; with none, no inbox is created.
  /// - Throws: ``InboxError``.
  package static func rescue(
    _ path: String, into folder: String, configuration: InboxConfiguration = .init()
  ) throws -> RescueOutcome {
    let scanner = PageDecoder(pages: try DatabasePages(path: path))
    let isNew = access(folder, F_OK) != 0
    let inbox = try Inbox.open(folder: folder, configuration: configuration)
    let now = inbox.now
    let outcome = Result {
      let outcome = try inbox.store.write { database in
        var rescue = try Rescue(into: database, at: now)
        for page in 1...max(scanner.pages.count, 1) { try rescue.read(page, of: scanner) }
        return try rescue.finish()
      }
      try inbox.close()
      return outcome
    }
    if isNew, (try? outcome.get().messageCount) ?? 0 == 0 {
      inbox.broadcast.stop()
      try? inbox.store.close()
      try? FileManager.default.removeItem(atPath: folder)
    }
    return try outcome.get()
  }
}

/// Copies the rows found in the pages of a damaged file.
private struct Rescue {
  private let database: Database
  private let now: Int64
  private let messages: RescuedTable
  /// Tables whose rows are copied unchanged.
  private let others: [RescuedTable]
  private let counters: RescuedTable
  private let insertion: Statement
  private let columns: [String]
  private var outcome = RescueOutcome()
  /// The counters of the damaged file, by place and status.
  private var counts: [[Int64]: Int64] = [:]
  private var lastNumber: Int64 = 0

  init(into database: Database, at now: Date) throws {
    self.database = database
    self.now = now.milliseconds
    // No other table has half as many columns.
    messages = try RescuedTable("message", hasRowID: true, leastCount: 32, in: database)
    others = try ["metric", "occurrence"].map {
      try RescuedTable($0, hasRowID: false, in: database)
    }
    counters = try RescuedTable("counter", hasRowID: false, in: database)
    columns = try database.columns(in: "message").map(\.name)
    insertion = try database.makeStatement(sql: Self.insertion(of: columns))
  }

  mutating func read(_ page: Int, of scanner: PageDecoder) throws {
    let cells = scanner.records(ofPage: page, as: .tableLeaf)
    let rows = cells.map { $0.flatMap(messages.row) }
    for (cell, row) in zip(cells, rows) {
      if let row, let number = cell?.rowID, try store(row, number) { outcome.messageCount += 1 }
      if let cell { noteSequence(cell) }
    }
    // A page with one message contains only messages.
    if rows.contains(where: { $0 != nil }) { outcome.unreadableCount += rows.count { $0 == nil } }
    for layout in [PageDecoder.Layout.indexLeaf, .indexInterior] {
      for record in scanner.records(ofPage: page, as: layout) {
        if let record { try storeOther(record) }
      }
    }
  }

  /// Restores the invariants of the new inbox.
  mutating func finish() throws -> RescueOutcome {
    var first: MessageNumber? = MessageNumber(0)
    try database.indexText(from: &first)
    // Numbers of removed messages are not reused.
    try database.run(
      "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'message'", [lastNumber])
    if [9, 12].contains(counts.count) {
      let expected = Int(counts.values.reduce(0, &+))
      outcome.expectedCount = expected
      // A damaged page may seem to have any number of records.
      let missing = max(0, expected - outcome.messageCount)
      outcome.unreadableCount = min(outcome.unreadableCount, missing)
    }
    return outcome
  }

  private mutating func noteSequence(_ record: StoredRecord) {
    guard record.values.count == 2, String.fromDatabaseValue(record.values[0]) == "message",
      let number = Int64.fromDatabaseValue(record.values[1]), number < Int64(Int32.max)
    else { return }
    lastNumber = max(lastNumber, number)
  }

  /// Whether a value is nil or a plausible count.
  private static func isPlausible(_ count: DatabaseValue?) -> Bool {
    count.flatMap(Int64.fromDatabaseValue).map { 0...(1 << 40) ~= $0 } ?? true
  }

  private mutating func storeOther(_ record: StoredRecord) throws {
    if let row = counters.row(record), let count = row["count"].flatMap(Int64.fromDatabaseValue),
      0..<Int64(Int32.max) ~= count
    {
      let key = ["place", "status"].compactMap { row[$0].flatMap(Int64.fromDatabaseValue) }
      if key.count == 2, 0...3 ~= key[0], 0...2 ~= key[1] { counts[key] = count }
    }
    for table in others {
      guard let row = table.row(record), Self.isPlausible(row["count"]) else { continue }
      let names = row.keys.sorted()
      let marks = names.map { _ in "?" }.joined(separator: ", ")
      try database.run(
        """
        INSERT OR IGNORE INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(marks))
        """, StatementArguments(names.map { row[$0] ?? .null }))
    }
  }
}

extension Rescue {
  /// Columns with JSON, which a trigger rejects when damaged.
  private static let listColumns: Set = [
    "categories", "tags", "conversion_tags", "attachments", "actions", "tap", "custom",
  ]

  /// Columns with a range of valid numbers; others are replaced by the default.
  private static let ranges: [String: (allowed: ClosedRange<Int64>, usual: Int64)] = [
    "status": (0...2, 0), "delivery": (0...2, 1), "priority": (1...5, 3), "lead": (0...3, 0),
    "partial": (0...1, 0), "asks": (0...1, 0), "occurrences": (1...Int64(Int32.max), 1),
    "prior_status": (0...2, 0),
  ]

  /// Inserts a message at the place for its times; `?1` is the time, `?2` the first column.
  private static func insertion(of columns: [String]) -> String {
    let parameter = { @Sendable (name: String) in
      columns.firstIndex(of: name).map { "?\($0 + 2)" } ?? name
    }
    let placement = Placement(name: parameter)
    let placed = [
      "lead": placement.lead,
      "place": placement.place, "next_at": placement.nextAt,
      "sort_at": placement.sortAt(parameter("placed_at")),
    ]
    let values = columns.map { column in
      let value = parameter(column)
      if listColumns.contains(column) { return "iif(json_valid(\(value)), \(value), NULL)" }
      return placed[column] ?? value
    }
    return """
      INSERT OR IGNORE INTO message (\(columns.joined(separator: ", ")))
      VALUES (\(values.joined(separator: ", ")))
      """
  }

  /// Inserts a message; returns false when its number or identity exists.
  private func store(_ row: [String: DatabaseValue], _ number: Int64) throws -> Bool {
    guard 1..<Int64(Int32.max) ~= number else { return false }
    var values = columns.map { row[$0] ?? .null }
    for (index, column) in columns.enumerated() {
      if column == "number" { values[index] = number.databaseValue }
      guard let (allowed, usual) = Self.ranges[column],
        let value = Int64.fromDatabaseValue(values[index]), !allowed.contains(value)
      else { continue }
      values[index] = usual.databaseValue
    }
    insertion.setUncheckedArguments(StatementArguments([now.databaseValue] + values))
    try insertion.execute()
    return database.changesCount > 0
  }
}
