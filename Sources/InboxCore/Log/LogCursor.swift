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
  /// The cursors, by name.
  ///
  /// - Throws: ``InboxError``.
  package func cursors() throws -> [LogCursor] {
    try store.read { try $0.cursors() }
  }

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
