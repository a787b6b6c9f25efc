import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// Does one thing to messages, in one transaction and one entry of the log.
  ///
  /// Viewing and opening count, and are recorded, also for messages that are read already. A
  /// snooze that would end in the past changes nothing.
  func perform(
    _ verb: Verb, on selection: MessageSelection, at now: Date,
    reporting report: BulkProgress.Report = { _ in }
  ) throws -> ChangeOutcome {
    try writeSettled(at: now) { database in
      var step = VerbStep(verb, at: now)
      try step.run(on: selection, in: database, reporting: report)
      return step.outcome
    }
  }
}

/// One run of a verb over the selected messages.
struct VerbStep {
  private let verb: Verb
  private let now: Date
  private var numbers: [MessageNumber] = []
  /// The messages that get each state.
  private var writes: [StateWrite: [MessageNumber]] = [:]
  private var changes = PackedChanges()
  private var tally = MetricTally()
  /// What the run did so far.
  var outcome = ChangeOutcome()

  init(_ verb: Verb, at now: Date) {
    self.verb = verb
    self.now = now
  }

  /// Reads what is selected, then writes what it makes of it.
  mutating func run(
    on selection: MessageSelection, in database: Database, reporting report: BulkProgress.Report
  ) throws {
    outcome.unknown = try database.forEachRow(
      of: selection,
      reading: """
        \(MessageState.selection), m.source, json_extract(m.categories, '$[0]'), m.conversion_tags
        """,
      at: now
    ) { take($0) }
    guard !numbers.isEmpty else { return }
    try database.setStates(writes, at: now.milliseconds, reporting: report)
    try database.appendLog(
      verb.logVerb, numbers, changes: verb.isUndoable ? changes : nil, at: now)
    try tally.write(to: database, at: now)
  }

  private mutating func take(_ row: Row) {
    let number = MessageNumber(row[0])
    let before = MessageState(row: row, from: 1)
    let after = before.applying(verb, at: now.milliseconds)
    guard before != after || verb.isVisit else {
      outcome.unchangedCount += 1
      return
    }
    if before != after {
      writes[StateWrite(from: before, to: after), default: []].append(number)
      if verb.isUndoable {
        changes.append(.init(number: number, before: before, after: after))
      }
    }
    numbers.append(number)
    outcome.changedCount += 1
    count(row, becameRead: before.status == .unread && after.status == .read)
  }

  private mutating func count(_ row: Row, becameRead: Bool) {
    let source: String = row[5]
    let category: String? = row[6]
    if let metric = verb.metric {
      tally.add(metric.event, detail: metric.detail, source: source, category: category)
    }
    guard verb.isVisit else { return }
    if becameRead { tally.add(.read, source: source, category: category) }
    if case .open = verb {
      for tag in RecordColumn.names(row[7]) {
        tally.add(.conversion, detail: tag, source: source, category: category)
      }
    }
  }
}
