import Foundation
import GRDB

extension InboxStore {
  /// Does one thing to messages, in one transaction and one entry of the log.
  ///
  /// Viewing and opening count, and are recorded, also for messages that are read already. A
  /// snooze that would end in the past changes nothing.
  func perform(
    _ verb: Verb, on selection: MessageSelection, at now: Date
  ) throws -> ChangeOutcome {
    try write { database in
      try database.settle(at: now)
      var step = VerbStep(verb, at: now)
      step.outcome.unknown = try database.select(selection, at: now)
      try step.run(in: database)
      return step.outcome
    }
  }
}

/// One run of a verb over the selected messages.
struct VerbStep {
  private let verb: Verb
  private let now: Date
  private var numbers: [MessageNumber] = []
  private var changes = PackedChanges()
  private var tally = MetricTally()
  /// What the run did so far.
  var outcome = ChangeOutcome()

  init(_ verb: Verb, at now: Date) {
    self.verb = verb
    self.now = now
  }

  /// Changes what `selected` holds, one row after the other, so that memory stays small.
  mutating func run(in database: Database) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT m.number, \(MessageState.selection), m.source,
          json_extract(m.categories, '$[0]'), m.conversion_tags
        FROM selected CROSS JOIN message m USING (number) ORDER BY selected.number
        """)
    while let row = try rows.next() { try take(row, in: database) }
    guard !numbers.isEmpty else { return }
    try database.appendLog(
      verb.logVerb, numbers, changes: verb.isUndoable ? changes : nil, at: now)
    try tally.write(to: database, at: now)
  }

  private mutating func take(_ row: Row, in database: Database) throws {
    let number = MessageNumber(row[0])
    let before = MessageState(row: row, from: 1)
    let after = before.applying(verb, at: now.milliseconds)
    guard before != after || verb.isVisit else {
      outcome.unchangedCount += 1
      return
    }
    if before != after {
      try database.setState(after, of: number, at: now.milliseconds)
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
    if becameRead { tally.add("read", source: source, category: category) }
    if case .open = verb {
      for tag in RecordColumn.names(row[7]) {
        tally.add("conversion", detail: tag, source: source, category: category)
      }
    }
  }
}
