import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// Looks at the log after a sequence, and at the counts when something follows.
  ///
  /// A negative sequence is before anything that was ever kept: always a gap.
  ///
  /// - Throws: ``InboxError`` for what SQLite reports.
  func look(after sequence: Int64, limit: Int) throws -> LogLook {
    try read { database in
      let last = try Self.lastSequence(in: database)
      guard sequence != last else { return LogLook(page: .entries([]), lastSequence: last) }
      let page = try Self.logPage(after: sequence, limit: limit, last: last, in: database)
      return LogLook(
        page: page, lastSequence: last, counts: try Self.settledCounts(in: database))
    }
  }

  /// The highest sequence there ever was, also when the log has been trimmed to nothing.
  static func lastSequence(in database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(
      sql: "SELECT seq FROM sqlite_sequence WHERE name = 'log'")
    return try Int64.fetchOne(statement) ?? 0
  }

  private static func logPage(
    after sequence: Int64, limit: Int, last: Int64, in database: Database
  ) throws -> LogPage {
    // Uses the table's own order, by sequence.
    let first = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT min(sequence) FROM log"))
    let isTrimmed = sequence + 1 < first ?? last + 1
    if isTrimmed || sequence > last {
      return .gap(resumeAt: sequence > last ? last : (first ?? last + 1) - 1)
    }
    let statement = try database.cachedStatement(
      sql: """
        SELECT sequence, time, verb, numbers, detail FROM log WHERE sequence > ?
        ORDER BY sequence LIMIT ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [sequence, limit])
    return .entries(try Array(rows.map { try LogEntry(row: $0) }))
  }
}

extension LogEntry {
  /// Reads `sequence, time, verb, numbers, detail`, in this order.
  fileprivate init(row: Row) throws {
    guard let verb = Verb(rawValue: row[2]) else {
      throw InboxError.storage(code: 0, message: "unknown verb in the log: \(row[2] as String)")
    }
    self.init(
      sequence: row[0], time: Date(milliseconds: row[1]), verb: verb,
      numbers: PackedNumbers.unpack(Array(row[3] as Data)), detail: row[4])
  }
}
