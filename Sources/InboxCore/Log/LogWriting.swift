package import Foundation
import GRDB
import InboxText

/// A cursor in the log: the last entry that a named reader has read; trimming waits for it.
///
/// The log is kept for a cursor up to 180 days and 256 MB, beyond its 30 days and 64 MB. A reader
/// that stays away longer gets ``LogPage/gap(resumeAt:)``.
package struct LogCursor: Sendable, Hashable {
  /// The name of the reader.
  package var name: String
  /// The last entry that was read.
  package var sequence: Int64
  /// When the cursor was set.
  package var updatedAt: Date
}

extension Inbox {
  /// Sets or creates a cursor; entries after it are kept for its reader.
  ///
  /// For synchronization between machines; no program calls it yet.
  ///
  /// - Parameters:
  ///   - name: The name of the reader.
  ///   - sequence: The last entry that was read.
  /// - Throws: ``InboxError``.
  package func setCursor(_ name: String, to sequence: Int64) throws {
    try store.write { try $0.setCursor(name, to: sequence, at: now) }
  }
}

extension Database {
  /// Sets or creates a cursor, in the transaction that stores what was read.
  func setCursor(_ name: String, to sequence: Int64, at now: Date) throws {
    try run(
      "INSERT OR REPLACE INTO cursor (name, sequence, updated_at) VALUES (?, ?, ?)",
      [name, sequence, now.milliseconds])
  }

  /// The cursors, by name.
  func cursors() throws -> [LogCursor] {
    try Row.fetchAll(self, sql: "SELECT name, sequence, updated_at FROM cursor ORDER BY name").map {
      try LogCursor(
        name: $0.value(0), sequence: $0.value(1), updatedAt: Date(milliseconds: $0.value(2)))
    }
  }
}

/// The limits of the log by age and size.
package struct LogLimits: Sendable, Hashable {
  /// Maximum age of entries in milliseconds.
  package var age: Int64
  /// Maximum bytes of entries.
  package var size: Int

  /// The limits without a cursor: 30 days and 64 MB.
  package static let normal = LogLimits(age: 30 * 86_400_000, size: 64_000_000)
  /// The limits for entries after a cursor: 180 days and 256 MB.
  package static let held = LogLimits(age: 180 * 86_400_000, size: 256_000_000)

  /// Number of entries between two checks of the age.
  package static let interval: Int64 = 256
  /// Number of entries between two checks of the size, which scan the log.
  package static let sizeInterval = 16 * interval
  /// Bytes of an entry that triggers both checks at once.
  package static let largeEntrySize = normal.size / 64
}

extension Database {
  /// Appends one entry and returns its sequence.
  ///
  /// A step that can be undone clears the redo history.
  ///
  /// - Parameters:
  ///   - verb: The verb of the step.
  ///   - numbers: The messages concerned.
  ///   - changes: The changes to undo; nil for a step that is never undone.
  ///   - target: The step that an undo or redo reverted.
  ///   - detail: An argument of the verb.
  ///   - origin: The inbox of another machine where the step was done, from ``originKey(of:)``; nil
  ///     for this one. Such a step is not undone here, and leaves the redo history.
  ///   - now: The time of the step.
  /// - Returns: The sequence of the entry.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func appendLog(
    _ verb: LogEntry.Verb, _ numbers: [MessageNumber], changes: PackedChanges? = nil,
    target: Int64? = nil, detail: String? = nil, from origin: OriginKey? = nil, at now: Date
  ) throws -> Int64 {
    let changes = origin == nil ? changes : nil
    if changes != nil, target == nil {
      try run("UPDATE log SET changes = NULL WHERE changes IS NOT NULL AND undone_by IS NOT NULL")
    }
    let packed = Data(PackedNumbers(numbers).bytes)
    try run(
      """
      INSERT INTO log (time, verb, origin, numbers, changes, target, detail)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        now.milliseconds, verb.rawValue, origin?.rawValue, packed, changes.map { Data($0.bytes) },
        target, detail,
      ])
    let sequence = lastInsertedRowID
    let size = packed.count + (changes?.bytes.count ?? 0) + (detail?.utf8.count ?? 0)
    let isLarge = size > LogLimits.largeEntrySize
    if isLarge || sequence % LogLimits.interval == 0 {
      let isSizeDue = isLarge || sequence % LogLimits.sizeInterval == 0
      try trimLog(bySize: isSizeDue, at: now)
    }
    return sequence
  }

  /// Removes the oldest entries beyond the limits; their readers get a gap.
  ///
  /// Entries after a cursor are kept up to the limits of ``LogLimits/held``. Only the beginning of
  /// the log is removed, never an entry in between, whatever the clocks of its writers said.
  func trimLog(
    to normal: LogLimits = .normal, holding held: LogLimits = .held, bySize: Bool, at now: Date
  ) throws {
    let cursor = try Int64.fetchOne(self, sql: "SELECT min(sequence) FROM cursor") ?? .max
    // Reads only the entries to remove, and the first one to keep.
    try execute(
      sql: """
        DELETE FROM log WHERE sequence < (
          SELECT sequence FROM log WHERE time >= ?1 AND (time >= ?2 OR sequence > ?3)
          ORDER BY sequence LIMIT 1)
        """, arguments: [now.milliseconds - held.age, now.milliseconds - normal.age, cursor])
    guard bySize else { return }
    try execute(
      sql: """
        DELETE FROM log WHERE sequence <= (
          SELECT max(sequence) FROM (
            SELECT sequence, sum(\(Self.entrySize)) OVER (ORDER BY sequence DESC) AS total FROM log)
          WHERE total > ?1 AND (total > ?2 OR sequence <= ?3))
        """, arguments: [normal.size, held.size, cursor])
  }

  /// Approximate bytes of an entry in the file.
  static let entrySize = """
    32 + length(numbers) + ifnull(length(changes), 0)
      + ifnull(length(CAST(identities AS BLOB)), 0) + ifnull(length(CAST(detail AS BLOB)), 0)
    """
}
