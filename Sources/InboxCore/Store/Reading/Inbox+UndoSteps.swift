package import Foundation
import GRDB

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
      let steps = try database.steps("undone_by IS NULL ORDER BY sequence DESC LIMIT \(limit)")
      return try Array(
        steps.map { step in
          UndoableStep(
            verb: step.verb, time: step.time, changedCount: step.changes.count,
            title: try step.changes.last.flatMap { change in
              try database.value(
                "SELECT coalesce(title, substr(body, 1, 200)) FROM message WHERE number = ?",
                [change.number.rawValue])
            })
        })
    }
  }
}
