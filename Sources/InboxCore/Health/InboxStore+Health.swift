import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// Examines the database and its files; takes as long as reading all of them.
  ///
  /// - Throws: ``InboxError``.
  func health(at now: Date) throws -> InboxHealth {
    let isSearchIndexSound = try checkSearchIndex()
    let kind = try watch(after: 0).kind
    return try read { database in
      try InboxHealth(
        date: now, sqliteVersion: Self.text("SELECT sqlite_version()", in: database),
        schemaVersion: Self.number("PRAGMA user_version", in: database),
        journalMode: Self.text("PRAGMA journal_mode", in: database),
        synchronous: Self.number("PRAGMA synchronous", in: database),
        pageSize: Self.number("PRAGMA page_size", in: database),
        databaseSize: Self.number("PRAGMA page_size", in: database)
          * Self.number("PRAGMA page_count", in: database),
        walSize: path.map { FileFacts.size(of: $0 + "-wal") } ?? 0,
        complaints: Self.complaints(in: database), counts: Self.settledCounts(in: database),
        recount: Self.recount(in: database), isSearchIndexSound: isSearchIndexSound,
        logRange: Self.logRange(in: database),
        logSize: Self.number("SELECT sum(\(Database.entrySize)) FROM log", in: database),
        logStart: Self.logStart(in: database), cursors: database.cursors(),
        lastPruning: Self.lastPruning(in: database),
        watchKind: kind, tooOpen: path.map(FileFacts.tooOpen) ?? [],
        freeSpace: path.flatMap(FileFacts.freeSpace))
    }
  }

  /// Checks the index by a statement that SQLite takes for a write; nil where nothing is written.
  private func checkSearchIndex() throws -> Bool? {
    guard !isReadOnly else { return nil }
    do {
      try write { database in
        try database.execute(
          sql: "INSERT INTO message_text (message_text, rank) VALUES ('integrity-check', 1)")
      }
      return true
    } catch InboxError.notADatabase {
      return false
    }
  }

  private static func text(_ sql: String, in database: Database) throws -> String {
    try String.fetchOne(database, sql: sql) ?? ""
  }

  private static func number(_ sql: String, in database: Database) throws -> Int {
    try Int.fetchOne(database, sql: sql) ?? 0
  }

  private static func complaints(in database: Database) throws -> [String] {
    try String.fetchAll(database, sql: "PRAGMA quick_check").filter { $0 != "ok" }
  }

  private static func recount(in database: Database) throws -> InboxCounts {
    try counts(
      from: database.cachedStatement(
        sql: "SELECT place, status, count(*) FROM message GROUP BY place, status"))
  }

  private static func logRange(in database: Database) throws -> ClosedRange<Int64>? {
    let row = try Row.fetchOne(database, sql: "SELECT min(sequence), max(sequence) FROM log")
    guard let first: Int64 = row?[0], let last: Int64 = row?[1] else { return nil }
    return first...last
  }

  private static func logStart(in database: Database) throws -> Date? {
    try Int64.fetchOne(database, sql: "SELECT time FROM log ORDER BY sequence LIMIT 1")
      .map(Date.init(milliseconds:))
  }

  private static func lastPruning(in database: Database) throws -> InboxHealth.Pruning? {
    // By sequence from the newest on: the first that fits ends the search.
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT time, numbers FROM log WHERE verb = 'pruned' ORDER BY sequence DESC LIMIT 1
        """)
    return row.map { row in
      let numbers = PackedNumbers.unpack(Array(row[1] as Data))
      return .init(date: Date(milliseconds: row[0]), count: numbers.count)
    }
  }
}
