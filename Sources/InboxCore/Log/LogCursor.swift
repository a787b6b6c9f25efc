package import Foundation
import GRDB
import InboxText

/// A cursor in the log: the entry up to which a named reader has read; trimming waits for it.
///
/// The log is kept for a cursor up to 180 days and 256 MB, beyond its 30 days and 64 MB. A reader
/// that stays away longer gets ``LogPage/gap(resumeAt:)``.
package struct LogCursor: Sendable, Hashable {
  /// Who reads.
  package var name: String
  /// The last entry that was read.
  package var sequence: Int64
  /// When the cursor was set.
  package var updatedAt: Date

  /// Makes a cursor.
  package init(name: String, sequence: Int64, updatedAt: Date) {
    self.name = name
    self.sequence = sequence
    self.updatedAt = updatedAt
  }
}

extension Inbox {
  /// The cursors, by name.
  ///
  /// - Throws: ``InboxError``.
  package func cursors() throws -> [LogCursor] {
    try store.read { try $0.cursors() }
  }

  /// Sets a cursor, making it when it is new; entries after it are kept for its reader.
  ///
  /// It is for an exchange between machines; no program calls it yet.
  ///
  /// - Parameters:
  ///   - name: Who reads.
  ///   - sequence: The last entry that was read.
  /// - Throws: ``InboxError``.
  package func setCursor(_ name: String, to sequence: Int64) throws {
    try store.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO cursor (name, sequence, updated_at) VALUES (?, ?, ?)",
        arguments: [name, sequence, now.milliseconds])
    }
  }

  /// Removes a cursor whose reader will not come back.
  ///
  /// It is for an exchange between machines; no program calls it yet.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``InboxError``.
  @discardableResult
  package func removeCursor(_ name: String) throws -> Bool {
    try store.write { database in
      try database.execute(sql: "DELETE FROM cursor WHERE name = ?", arguments: [name])
      return database.changesCount > 0
    }
  }
}

extension Database {
  /// The cursors, by name.
  func cursors() throws -> [LogCursor] {
    try Row.fetchAll(self, sql: "SELECT name, sequence, updated_at FROM cursor ORDER BY name").map {
      try LogCursor(
        name: $0.value(0), sequence: $0.value(1), updatedAt: Date(milliseconds: $0.value(2)))
    }
  }
}
