import InboxText
import Foundation
import GRDB

extension Database {
  private static let placement = Placement(status: "?2", snoozedUntil: "?5")

  private static let change = """
    UPDATE OR FAIL message
    SET status = ?2, prior_status = ?3, pinned = ?4, snoozed_until = ?5,
      \(placement.assignments), sort_at = \(placement.sortAt("placed_at"))
    WHERE number IN (SELECT value FROM json_each(?6))
    """

  private static let statusChange = """
    UPDATE OR FAIL message SET status = ?2, prior_status = ?3
    WHERE number IN (SELECT value FROM json_each(?6))
    """

  /// Gives messages other states, a statement for each chunk of those that get the same.
  func setStates(
    _ writes: [StateWrite: [MessageNumber]], at now: Int64,
    reporting report: BulkProgress.Report = { _ in }
  ) throws {
    var progress = BulkProgress(done: 0, total: writes.values.reduce(0) { $0 + $1.count })
    for (write, numbers) in writes {
      let state = write.state
      let statement = try cachedStatement(sql: write.keepsPlace ? Self.statusChange : Self.change)
      for chunk in numbers.chunks(of: BulkProgress.step) {
        statement.setUncheckedArguments([
          now, state.status.rawValue, state.statusBeforeDelete?.rawValue, state.isPinned,
          state.snoozedUntil, chunk.json,
        ])
        try statement.execute()
        progress.done += chunk.count
        if chunk.count == BulkProgress.step { report(progress) }
      }
    }
  }
}
