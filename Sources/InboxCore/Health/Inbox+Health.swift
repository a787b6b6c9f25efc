import Foundation
import GRDB
import InboxSystem
import InboxText

extension Inbox {
  /// Examines the inbox and its files; takes as long as reading all of them.
  ///
  /// - Returns: What was found.
  /// - Throws: ``InboxError`` when it cannot be examined.
  package func health() throws -> InboxHealth {
    let isSearchIndexSound = try store.checkSearchIndex()
    let watchKind = try store.watch(after: 0).kind
    let path = store.path
    return try store.read { database in
      try InboxHealth(
        date: now, sqliteVersion: database.text("SELECT sqlite_version()"),
        schemaVersion: database.number("PRAGMA user_version"),
        journalMode: database.text("PRAGMA journal_mode"),
        synchronous: database.number("PRAGMA synchronous"),
        pageSize: database.number("PRAGMA page_size"),
        databaseSize: database.number("PRAGMA page_size") * database.number("PRAGMA page_count"),
        walSize: path.flatMap { FileStatus(path: $0 + "-wal")?.size } ?? 0,
        complaints: String.fetchAll(database, sql: "PRAGMA quick_check").filter { $0 != "ok" },
        counts: InboxStore.settledCounts(in: database), recount: database.recount(),
        isSearchIndexSound: isSearchIndexSound, logRange: database.logRange(),
        logSize: database.number("SELECT sum(\(Database.entrySize)) FROM log"),
        logStart: database.logStart(), cursors: database.cursors(),
        lastPruning: database.lastPruning(), watchKind: watchKind,
        tooOpen: path.map(DatabaseFiles.tooOpen) ?? [],
        freeSpace: path.flatMap(FileStatus.freeSpace))
    }
  }
}

extension InboxStore {
  /// Checks the index by a statement that SQLite takes for a write; nil where nothing is written.
  fileprivate func checkSearchIndex() throws -> Bool? {
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
}

extension Database {
  fileprivate func text(_ sql: String) throws -> String {
    try String.fetchOne(self, sql: sql) ?? ""
  }

  fileprivate func number(_ sql: String) throws -> Int {
    try Int.fetchOne(self, sql: sql) ?? 0
  }

  /// The counts of all messages, counted one by one.
  fileprivate func recount() throws -> InboxCounts {
    try InboxStore.counts(
      from: cachedStatement(
        sql: "SELECT place, status, count(*) FROM message GROUP BY place, status"))
  }

  fileprivate func logRange() throws -> ClosedRange<Int64>? {
    let row = try Row.fetchOne(self, sql: "SELECT min(sequence), max(sequence) FROM log")
    guard let first: Int64 = row?[0], let last: Int64 = row?[1] else { return nil }
    return first...last
  }

  fileprivate func logStart() throws -> Date? {
    try Int64.fetchOne(self, sql: "SELECT time FROM log ORDER BY sequence LIMIT 1")
      .map(Date.init(milliseconds:))
  }

  fileprivate func lastPruning() throws -> InboxHealth.Pruning? {
    // By sequence from the newest on: the first that fits ends the search.
    let row = try Row.fetchOne(
      self,
      sql: "SELECT time, numbers FROM log WHERE verb = 'pruned' ORDER BY sequence DESC LIMIT 1")
    return row.map { row in
      let numbers = PackedNumbers.unpack([UInt8](row[1] as Data))
      return .init(date: Date(milliseconds: row[0]), count: numbers.count)
    }
  }
}
