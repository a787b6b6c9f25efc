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

/// Finds positions in the log by a message or a time.
extension Inbox {
  /// The entry by which a message was stored; nil when it is no longer kept.
  ///
  /// - Throws: ``InboxError``.
  package func arrival(of number: MessageNumber) throws -> LogEntry? {
    try store.read { database in
      // Binary search: the first entry whose last number is not smaller has it.
      var low = max(0, try Int64.fetchOne(database, sql: "SELECT min(sequence) FROM log") ?? 0)
      var high = try InboxStore.lastSequence(in: database) + 1
      while low < high {
        let middle = low + (high - low) / 2
        let entry = try database.arrival(from: middle)
        if let entry, (entry.numbers.last ?? number) < number {
          low = entry.sequence + 1
        } else {
          high = middle
        }
      }
      let entry = try database.arrival(from: low)
      return entry.flatMap { $0.numbers.contains(number) ? $0 : nil }
    }
  }

  /// The verb of the step that an undo or redo reverted; nil when the log no longer has it.
  ///
  /// - Throws: ``InboxError``.
  package func step(of entry: LogEntry) throws -> LogEntry.Verb? {
    try store.read { database in
      let verb: String? = try database.value(
        """
        SELECT step.verb FROM log JOIN log AS step ON step.sequence = log.target
        WHERE log.sequence = ?
        """, [entry.sequence])
      return verb.map(LogEntry.Verb.init(rawValue:))
    }
  }

  /// The last entry that was written up to a time, in milliseconds since 1970; 0 for none.
  ///
  /// It reads the whole log.
  ///
  /// - Throws: ``InboxError``.
  package func lastSequence(through moment: Int64) throws -> Int64 {
    try store.read { database in
      try database.value("SELECT max(sequence) FROM log WHERE time <= ?", [moment]) ?? 0
    }
  }

  /// The first message whose arrival is still in the log; nil for none.
  ///
  /// - Throws: ``InboxError``.
  package func firstLoggedArrival() throws -> MessageNumber? {
    try store.read { try $0.arrival(from: 0)?.numbers.first }
  }

  /// The scheduled messages that start in a span of time, in order.
  ///
  /// Messages that were stored after their start are reported only by their log entry.
  ///
  /// - Parameters:
  ///   - start: The end of the last span; all times here are in milliseconds since 1970.
  ///   - number: The last message already reported that starts at exactly that time.
  ///   - end: The end of the span, inclusive.
  ///   - source: A prefix of the source.
  ///   - limit: Maximum number of messages.
  /// - Returns: The messages with their starts.
  /// - Throws: ``InboxError``.
  package func starts(
    after start: Int64, _ number: MessageNumber, through end: Int64, below source: String,
    limit: Int
  ) throws -> [(time: Int64, number: MessageNumber)] {
    try store.read { database in
      // Uses message_by_start.
      let rows = try database.rows(
        """
        SELECT starts_at, number FROM message
        WHERE starts_at >= ?1 AND (starts_at, number) > (?1, ?2) AND starts_at <= ?3
          AND starts_at > received_at AND source >= ?4 AND source < ?5
        ORDER BY starts_at, number LIMIT ?6
        """, [start, number.rawValue, end, source, source + "\u{10FFFF}", limit])
      return try Array(rows.map { (time: try $0.value(0), number: try $0.messageNumber(1)) })
    }
  }

  /// The numbers among these whose messages' sources have a prefix, ascending.
  ///
  /// - Throws: ``InboxError``.
  package func numbers(
    of numbers: [MessageNumber], below source: String, limit: Int
  ) throws -> [MessageNumber] {
    try store.read { database in
      try database.numbers(
        """
        SELECT m.number FROM json_each(?) AS chosen CROSS JOIN message AS m
          ON m.number = chosen.value
        WHERE m.source >= ? AND m.source < ? ORDER BY m.number LIMIT ?
        """, [numbers.json, source, source + "\u{10FFFF}", limit])
    }
  }
}

extension Database {
  /// The first entry from a sequence on that stored messages.
  func arrival(from sequence: Int64) throws -> LogEntry? {
    try row(
      """
      SELECT \(LogEntry.selection) FROM log
      WHERE sequence >= ? AND verb IN ('received', 'imported') ORDER BY sequence LIMIT 1
      """, [sequence]
    ).map { try LogEntry(row: $0) }
  }
}
