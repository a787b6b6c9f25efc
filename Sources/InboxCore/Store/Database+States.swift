import Foundation
import GRDB

extension Database {
  /// Gives a message another state and puts it where that belongs.
  func setState(_ state: MessageState, of number: MessageNumber, at now: Int64) throws {
    let placement = Placement(status: "?2", snoozedUntil: "?5")
    let statement = try cachedStatement(
      sql: """
        UPDATE message
        SET status = ?2, prior_status = ?3, pinned = ?4, snoozed_until = ?5,
          \(placement.assignments)
        WHERE number = ?6
        """)
    statement.setUncheckedArguments([
      now, state.status.rawValue, state.statusBeforeDelete?.rawValue, state.isPinned,
      state.snoozedUntil, number.rawValue,
    ])
    try statement.execute()
  }

  /// The state of a message; nil when it is gone.
  func state(of number: MessageNumber) throws -> MessageState? {
    let statement = try cachedStatement(
      sql: "SELECT \(MessageState.selection) FROM message m WHERE m.number = ?")
    return try Row.fetchOne(statement, arguments: [number.rawValue]).map {
      MessageState(row: $0, from: 0)
    }
  }
}
