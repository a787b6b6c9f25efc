import Foundation
import GRDB
import InboxText

/// What the log keeps, and for how long.
enum LogLimits {
  /// Entries older than this go, in milliseconds: 30 days.
  static let age: Int64 = 30 * 86_400_000
  /// The oldest go while the log holds more bytes than this.
  static let size = 64 * 1_024 * 1_024
  /// Age is looked at once in so many entries, size once in sixteen times as many.
  static let interval: Int64 = 256
}

extension Database {
  /// Appends one entry and returns its sequence.
  ///
  /// A step that undo can take back ends what could be done again.
  @discardableResult
  func appendLog(
    _ verb: LogEntry.Verb, _ numbers: [MessageNumber], changes: PackedChanges? = nil,
    target: Int64? = nil, detail: String? = nil, at now: Date
  ) throws -> Int64 {
    if changes != nil, target == nil {
      try cachedStatement(
        sql: "UPDATE log SET changes = NULL WHERE changes IS NOT NULL AND undone_by IS NOT NULL"
      ).execute()
    }
    let packed = Data(PackedNumbers(numbers).bytes)
    try cachedStatement(
      sql: """
        INSERT INTO log (time, verb, numbers, changes, target, detail) VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      now.milliseconds, verb.rawValue, packed, changes.map { Data($0.bytes) }, target,
      detail,
    ])
    let sequence = lastInsertedRowID
    if sequence % LogLimits.interval == 0 {
      try trimLog(bySize: sequence % (16 * LogLimits.interval) == 0, at: now)
    } else if packed.count + (changes?.bytes.count ?? 0) + (detail?.utf8.count ?? 0)
      > LogLimits.size / 64
    {
      try trimLog(bySize: true, at: now)
    }
    return sequence
  }

  /// Removes what is too old or too much; who asks for it gets a gap.
  func trimLog(bySize: Bool, limit: Int = LogLimits.size, at now: Date) throws {
    try execute(
      sql: "DELETE FROM log WHERE time < ?", arguments: [now.milliseconds - LogLimits.age])
    guard bySize else { return }
    try execute(
      sql: """
        DELETE FROM log WHERE sequence <= (
          SELECT max(sequence) FROM (
            SELECT sequence, sum(32 + length(numbers) + ifnull(length(changes), 0)
              + ifnull(length(CAST(detail AS BLOB)), 0))
              OVER (ORDER BY sequence DESC) AS total FROM log)
          WHERE total > ?)
        """, arguments: [limit])
  }
}
