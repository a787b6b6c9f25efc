import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// Takes back the newest step that was not taken back; nil when there is none.
  func undo(
    at now: Date, reporting report: BulkProgress.Report = { _ in }
  ) throws -> UndoOutcome? {
    try turn(
      at: now, as: .undone, reporting: report,
      newest: """
        SELECT sequence, verb, changes FROM log
        WHERE changes IS NOT NULL AND undone_by IS NULL ORDER BY sequence DESC LIMIT 1
        """)
  }

  /// Does again what was taken back last; nil when there is nothing.
  func redo(
    at now: Date, reporting report: BulkProgress.Report = { _ in }
  ) throws -> UndoOutcome? {
    try turn(
      at: now, as: .redone, reporting: report,
      newest: """
        SELECT sequence, verb, changes FROM log
        WHERE changes IS NOT NULL AND undone_by IS NOT NULL ORDER BY undone_by DESC LIMIT 1
        """)
  }

  private func turn(
    at now: Date, as verb: LogEntry.Verb, reporting report: BulkProgress.Report,
    newest sql: String
  ) throws -> UndoOutcome? {
    try writeSettled(at: now) { database in
      guard let row = try Row.fetchOne(database, sql: sql),
        let step = LogEntry.Verb(rawValue: row[1])
      else { return nil }
      let target: Int64 = row[0]
      var turning = Turning(PackedChanges.unpack([UInt8](row[2] as Data)), isUndo: verb == .undone)
      try turning.run(in: database, at: now, reporting: report)
      let outcome = UndoOutcome(
        verb: step, changedCount: turning.turned.count, changedSince: turning.changedSince)
      if !turning.changedSince.isEmpty {
        try database.keep(turning.turned, ofStep: target)
        guard outcome.changedCount > 0 else { return outcome }
      }
      let sequence = try database.appendLog(
        verb, turning.turned.map(\.number), target: target, at: now)
      try database.execute(
        sql: "UPDATE log SET undone_by = ? WHERE sequence = ?",
        arguments: [verb == .undone ? sequence : nil, target])
      return outcome
    }
  }
}

extension Database {
  /// Leaves in a step only what was turned, so that turning it again touches nothing else.
  ///
  /// With nothing left it is no step any more, and undo or redo comes to the next one.
  fileprivate func keep(_ turned: [StateChange], ofStep sequence: Int64) throws {
    let changes = turned.isEmpty ? nil : Data(PackedChanges(turned).bytes)
    try execute(
      sql: "UPDATE log SET changes = ? WHERE sequence = ?", arguments: [changes, sequence])
  }
}

/// Turns the changes of one step round, or back again, where they still hold.
private struct Turning {
  private let changes: [StateChange]
  private let isUndo: Bool
  private(set) var turned: [StateChange] = []
  private(set) var changedSince: [MessageNumber] = []

  init(_ changes: [StateChange], isUndo: Bool) {
    self.changes = changes
    self.isUndo = isUndo
  }

  mutating func run(
    in database: Database, at now: Date, reporting report: BulkProgress.Report
  ) throws {
    var writes: [StateWrite: [MessageNumber]] = [:]
    var rest = changes[...]
    let gone = try database.forEachRow(
      of: changes.map(\.number), reading: MessageState.selection
    ) { row in
      let number = MessageNumber(row[0] as Int64)
      rest = rest.drop { $0.number < number }
      guard let change = rest.popFirst() else { return }
      let (old, new) = isUndo ? (change.after, change.before) : (change.before, change.after)
      let present = MessageState(row: row, from: 1)
      if let state = present.turning(old, into: new) {
        writes[StateWrite(from: present, to: state), default: []].append(number)
        turned.append(change)
      } else {
        changedSince.append(number)
      }
    }
    changedSince = (changedSince + gone).sorted()
    try database.setStates(writes, at: now.milliseconds, reporting: report)
  }
}
