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
