import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Undoes the newest step of this inbox that is not undone yet, whichever process did it.
  ///
  /// - Parameter report: Receives the progress of a bulk change.
  /// - Returns: The undone step; nil when there is none.
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func undo(reporting report: (BulkProgress) -> Void = { _ in }) throws -> UndoOutcome? {
    try replay("undone_by IS NULL ORDER BY sequence DESC", as: .undone, reporting: report)
  }

  /// Redoes the step that was undone last, unless another one was done since.
  ///
  /// - Parameter report: Receives the progress of a bulk change.
  /// - Returns: The redone step; nil when there is none.
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func redo(reporting report: (BulkProgress) -> Void = { _ in }) throws -> UndoOutcome? {
    try replay("undone_by IS NOT NULL ORDER BY undone_by DESC", as: .redone, reporting: report)
  }

  private func replay(
    _ condition: String, as verb: LogEntry.Verb, reporting report: BulkProgress.Report
  ) throws -> UndoOutcome? {
    try write { database, now in
      guard let step = try database.steps(condition).next() else { return nil }
      var replay = StepReplay(step: step, isUndo: verb == .undone)
      try replay.run(in: database, at: now, reporting: report)
      var outcome = UndoOutcome(
        verb: step.verb, changedCount: replay.done.count, newest: replay.done.last?.number,
        changedSince: replay.changedSince)
      if !replay.changedSince.isEmpty {
        // Replaying the step again affects nothing else; without changes it is none any more.
        let packed = replay.done.isEmpty ? nil : Data(PackedChanges(replay.done).bytes)
        try database.run("UPDATE log SET changes = ? WHERE sequence = ?", [packed, step.sequence])
        guard outcome.changedCount > 0 else { return outcome }
      }
      let sequence = try database.appendLog(
        verb, replay.done.map(\.number), target: step.sequence, at: now)
      outcome.entry = sequence
      // Metrics of an undone step are reverted on the day of the step.
      try replay.tally.write(to: database, at: step.time)
      try database.run(
        "UPDATE log SET undone_by = ? WHERE sequence = ?",
        [verb == .undone ? sequence : nil, step.sequence])
      return outcome
    }
  }
}

/// A step of the log that can be undone or redone.
struct LoggedStep {
  var sequence: Int64
  /// The entry that undid it, or its own.
  var last: Int64
  var time: Date
  var verb: LogEntry.Verb
  var changes: [StateChange]
}

extension Database {
  /// The steps that this version can replay; those of a newer program are skipped.
  func steps(_ condition: String) throws -> some Cursor<LoggedStep> {
    try Row.fetchCursor(
      self,
      sql: """
        SELECT sequence, verb, changes, time, ifnull(undone_by, sequence) FROM log
        WHERE changes IS NOT NULL AND origin IS NULL AND \(condition)
        """
    ).compactMap { row in
      let verb = LogEntry.Verb(rawValue: try row.value(1))
      guard verb.isKnown, let changes = PackedChanges.unpack([UInt8](try row.value(2) as Data))
      else { return nil }
      return LoggedStep(
        sequence: try row.value(0), last: try row.value(4),
        time: Date(milliseconds: try row.value(3)), verb: verb, changes: changes)
    }
  }

  /// The messages that were pushed again after an entry, or that a further verb concerned.
  func news(after sequence: Int64, or verbs: String...) throws -> Set<MessageNumber> {
    let verbs = (verbs + ["resurfaced", "merged"]).map { "'\($0)'" }.joined(separator: ", ")
    let rows = try rows(
      "SELECT numbers FROM log WHERE sequence > ? AND verb IN (\(verbs))", [sequence])
    return try Set(
      Array(rows.map { PackedNumbers.unpack([UInt8](try $0.value(0) as Data)) }).joined())
  }
}

/// Redoes or reverts the changes of one step in messages that are still in the state that it left.
///
/// What was pushed again since is hidden no further, though its state is the same.
private struct StepReplay {
  let step: LoggedStep
  let isUndo: Bool
  private(set) var done: [StateChange] = []
  private(set) var changedSince: [MessageNumber] = []
  /// The metrics to add or subtract: those that the step counted for each of its messages.
  var tally = MetricTally()

  mutating func run(
    in database: Database, at now: Date, reporting report: BulkProgress.Report
  ) throws {
    var writes: [StateWrite: [MessageNumber]] = [:]
    var rest = step.changes[...]
    let news = try database.news(after: step.last)
    let gone = try database.forEachRow(
      of: step.changes.map(\.number),
      reading: "\(MessageState.selection), m.source, json_extract(m.categories, '$[0]')"
    ) { row in
      let number = try row.messageNumber(0)
      rest = rest.drop { $0.number < number }
      guard let change = rest.popFirst() else { return }
      let (old, new) = isUndo ? (change.after, change.before) : (change.before, change.after)
      let present = try MessageState(row: row, from: 1)
      if let state = present.replacing(old, by: new),
        !news.contains(number) || state.visibility >= present.visibility
      {
        writes[StateWrite(from: present, to: state), default: []].append(number)
        done.append(change)
        if let event = step.verb.countedEvent {
          tally.add(
            event, source: try row.value(7), category: try row.value(8), count: isUndo ? -1 : 1)
        }
      } else {
        changedSince.append(number)
      }
    }
    changedSince = (changedSince + gone).sorted()
    try database.setStates(writes, at: now.milliseconds, reporting: report)
  }
}

extension LogEntry.Verb {
  /// The metric that a step with this verb counts for each message that it changes.
  var countedEvent: Metric.Event? {
    // Only verbs of a person's steps ask; of these the events have the names.
    Metric.Event(rawValue: rawValue)
  }
}
