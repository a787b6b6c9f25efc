import Foundation
import GRDB

extension InboxStore {
  /// Takes back the newest step that was not taken back; nil when there is none.
  func undo(at now: Date) throws -> UndoOutcome? {
    try turn(
      at: now, as: .undone,
      newest: """
        SELECT sequence, verb, changes FROM log
        WHERE changes IS NOT NULL AND undone_by IS NULL ORDER BY sequence DESC LIMIT 1
        """)
  }

  /// Does again what was taken back last; nil when there is nothing.
  func redo(at now: Date) throws -> UndoOutcome? {
    try turn(
      at: now, as: .redone,
      newest: """
        SELECT sequence, verb, changes FROM log
        WHERE changes IS NOT NULL AND undone_by IS NOT NULL ORDER BY undone_by DESC LIMIT 1
        """)
  }

  private func turn(
    at now: Date, as verb: LogEntry.Verb, newest sql: String
  ) throws -> UndoOutcome? {
    try write { database in
      try database.settle(at: now)
      guard let row = try Row.fetchOne(database, sql: sql),
        let step = LogEntry.Verb(rawValue: row[1])
      else { return nil }
      let target: Int64 = row[0]
      var outcome = UndoOutcome(verb: step, changedCount: 0)
      var numbers: [MessageNumber] = []
      for change in PackedChanges.unpack([UInt8](row[2] as Data)) {
        let (old, new) =
          verb == .undone ? (change.after, change.before) : (change.before, change.after)
        let state = try database.state(of: change.number)?.turning(old, into: new)
        if let state {
          try database.setState(state, of: change.number, at: now.milliseconds)
          numbers.append(change.number)
        } else {
          outcome.changedSince.append(change.number)
        }
      }
      outcome.changedCount = numbers.count
      let sequence = try database.appendLog(verb, numbers, target: target, at: now)
      try database.execute(
        sql: "UPDATE log SET undone_by = ? WHERE sequence = ?",
        arguments: [verb == .undone ? sequence : nil, target])
      return outcome
    }
  }
}
