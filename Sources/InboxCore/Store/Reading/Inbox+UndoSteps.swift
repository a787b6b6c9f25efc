package import Foundation
import GRDB
import InboxText

/// A step that undo can revert, for a list.
package struct UndoableStep: Sendable, Hashable {
  /// The verb of the step.
  package var verb: LogEntry.Verb
  /// The time of the step.
  package var time: Date
  /// Number of changed messages.
  package var changedCount: Int
  /// The title of the newest changed message, else the beginning of its body; nil when it was
  /// removed.
  package var title: String?
}

extension Inbox {
  /// The steps that undo can revert, newest first.
  ///
  /// - Parameter limit: Maximum number of steps.
  /// - Returns: The steps.
  /// - Throws: ``InboxError``.
  package func undoableSteps(limit: Int = 50) throws -> [UndoableStep] {
    try store.read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT verb, time, changes FROM log
          WHERE changes IS NOT NULL AND undone_by IS NULL AND origin IS NULL
          ORDER BY sequence DESC LIMIT ?
          """, arguments: [limit])
      var steps: [UndoableStep] = []
      while let row = try rows.next() {
        let verb = LogEntry.Verb(rawValue: try row.value(0))
        // Undo skips the steps of a newer program as well.
        guard verb.isKnown, let changes = PackedChanges.unpack([UInt8](try row.value(2) as Data))
        else { continue }
        let title = try changes.last.flatMap { try database.title(of: $0.number) }
        steps.append(
          UndoableStep(
            verb: verb, time: Date(milliseconds: try row.value(1)), changedCount: changes.count,
            title: title))
      }
      return steps
    }
  }
}

extension Database {
  fileprivate func title(of number: MessageNumber) throws -> String? {
    try String.fetchOne(
      cachedStatement(
        sql: "SELECT coalesce(title, substr(body, 1, 200)) FROM message WHERE number = ?"),
      arguments: [number.rawValue])
  }
}
