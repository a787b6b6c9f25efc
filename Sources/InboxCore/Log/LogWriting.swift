import Foundation
import GRDB
import InboxText

/// The limits of the log: how much of it is kept, and for how long.
package struct LogLimits: Sendable, Hashable {
  /// Milliseconds for which entries are kept.
  package var age: Int64
  /// Bytes of entries that are kept.
  package var size: Int

  /// The limits while nobody needs more: 30 days and 64 MB.
  package static let normal = LogLimits(age: 30 * 86_400_000, size: 64_000_000)
  /// The limits up to which the log waits for a cursor: 180 days and 256 MB.
  package static let held = LogLimits(age: 180 * 86_400_000, size: 256_000_000)

  /// Entries between two checks of the age.
  package static let interval: Int64 = 256
  /// Entries between two checks of the size, which takes a pass over the log.
  package static let sizeInterval = 16 * interval
  /// Bytes of an entry so large that both are checked at once.
  package static let largeEntrySize = normal.size / 64
}

extension Database {
  /// Appends one entry and returns its sequence.
  ///
  /// A step that undo can revert ends what could be redone.
  ///
  /// - Parameters:
  ///   - verb: What was done.
  ///   - numbers: The messages concerned.
  ///   - changes: What undo needs; nil for what is never undone.
  ///   - identities: Who the messages were, for those that are gone afterwards.
  ///   - target: The step that an undo or redo worked on.
  ///   - detail: An argument of the verb.
  ///   - now: When.
  /// - Returns: The sequence of the entry.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func appendLog(
    _ verb: LogEntry.Verb, _ numbers: [MessageNumber], changes: PackedChanges? = nil,
    identities: IdentityList? = nil, target: Int64? = nil, detail: String? = nil, at now: Date
  ) throws -> Int64 {
    if changes != nil, target == nil {
      try cachedStatement(
        sql: "UPDATE log SET changes = NULL WHERE changes IS NOT NULL AND undone_by IS NOT NULL"
      ).execute()
    }
    let packed = Data(PackedNumbers(numbers).bytes)
    let identities = identities?.json
    try cachedStatement(
      sql: """
        INSERT INTO log (time, verb, numbers, changes, identities, target, detail)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      now.milliseconds, verb.rawValue, packed, changes.map { Data($0.bytes) }, identities, target,
      detail,
    ])
    let sequence = lastInsertedRowID
    let size =
      packed.count + (changes?.bytes.count ?? 0) + (identities?.utf8.count ?? 0)
      + (detail?.utf8.count ?? 0)
    let isLarge = size > LogLimits.largeEntrySize
    if isLarge || sequence % LogLimits.interval == 0 {
      let isSizeDue = isLarge || sequence % LogLimits.sizeInterval == 0
      try trimLog(bySize: isSizeDue, at: now)
    }
    return sequence
  }

  /// Removes the oldest entries, as far as they are over a limit; their readers get a gap.
  ///
  /// Entries after a cursor are kept up to the limits of ``LogLimits/held``. The log loses its
  /// beginning only, never an entry in between, whatever the clocks of its writers said.
  func trimLog(
    to normal: LogLimits = .normal, holding held: LogLimits = .held, bySize: Bool, at now: Date
  ) throws {
    let cursor = try Int64.fetchOne(self, sql: "SELECT min(sequence) FROM cursor") ?? .max
    // Reads no more than what goes, and the first entry that stays.
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

  /// Bytes of an entry, about as many as it takes in the file.
  static let entrySize = """
    32 + length(numbers) + ifnull(length(changes), 0)
      + ifnull(length(CAST(identities AS BLOB)), 0) + ifnull(length(CAST(detail AS BLOB)), 0)
    """
}
