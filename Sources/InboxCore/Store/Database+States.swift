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

  /// Gives messages other states, one statement for all that get the same.
  func setStates(_ states: [MessageState: [MessageNumber]], at now: Int64) throws {
    let statement = try cachedStatement(sql: Self.change)
    for (state, numbers) in states {
      for chunk in numbers.chunks {
        statement.setUncheckedArguments([
          now, state.status.rawValue, state.statusBeforeDelete?.rawValue, state.isPinned,
          state.snoozedUntil, chunk.json,
        ])
        try statement.execute()
      }
    }
  }
}
