import Foundation
import GRDB
import InboxText

/// The result of one read of the log in one transaction.
struct LogRead {
  /// The entries after the given sequence.
  var page: LogPage
  /// The highest sequence.
  var lastSequence: Int64
  /// The counts; nil when there are no new entries.
  var counts: InboxCounts?
}

extension InboxStore {
  /// Reads the log after a sequence, and the counts when there are new entries.
  ///
  /// A negative sequence precedes all entries: always a gap.
  ///
  /// - Throws: ``InboxError`` for errors of SQLite.
  func readLog(after sequence: Int64, limit: Int) throws -> LogRead {
    try read { database in
      let last = try Self.lastSequence(in: database)
      guard sequence != last else { return LogRead(page: .entries([]), lastSequence: last) }
      let page = try Self.logPage(after: sequence, limit: limit, last: last, in: database)
      return LogRead(page: page, lastSequence: last, counts: try database.settledCounts())
    }
  }

  /// The highest sequence ever written, even when the log is empty after trimming.
  static func lastSequence(in database: Database) throws -> Int64 {
    let last: Int64 = try database.value("SELECT seq FROM sqlite_sequence WHERE name = 'log'") ?? 0
    guard 0..<Int64.max ~= last else { throw DamagedValueError(column: "seq") }
    return last
  }

  private static func logPage(
    after sequence: Int64, limit: Int, last: Int64, in database: Database
  ) throws -> LogPage {
    guard sequence <= last else { return .gap(resumeAt: last) }
    // Uses the primary key, the sequence.
    let first: Int64? = try database.value("SELECT min(sequence) FROM log")
    guard first ?? 1 > 0 else { throw DamagedValueError(column: "sequence") }
    let beforeFirst = first.map { $0 - 1 } ?? last
    guard sequence >= beforeFirst else { return .gap(resumeAt: beforeFirst) }
    let rows = try database.rows(
      "SELECT \(LogEntry.selection) FROM log WHERE sequence > ? ORDER BY sequence LIMIT ?",
      [sequence, limit])
    return .entries(try Array(rows.map { try LogEntry(row: $0) }))
  }
}

extension LogEntry {
  /// The columns of an entry.
  static let selection =
    "sequence, time, verb, numbers, detail, (SELECT id FROM origin WHERE key = log.origin)"

  /// Decodes the columns of ``selection``.
  ///
  /// Values of unexpected types are decoded as far as possible: an entry of a newer program must
  /// not stop its readers.
  init(row: Row) throws {
    let numbers = Data.fromDatabaseValue(row[3]) ?? Data()
    self.init(
      sequence: try row.value(0), time: Date(milliseconds: Int64.fromDatabaseValue(row[1]) ?? 0),
      verb: Verb(rawValue: Self.text(row[2]) ?? ""),
      numbers: PackedNumbers.unpack([UInt8](numbers)), detail: Self.text(row[4]),
      origin: Self.text(row[5]))
  }

  private static func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .null: nil
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
