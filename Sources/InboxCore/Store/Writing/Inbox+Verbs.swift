public import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Performs a verb on messages, in one transaction and one log entry.
  ///
  /// Messages already in the resulting state are unchanged. Viewing and opening always count as
  /// changes. A snooze into the past changes nothing, and neither does one until a resolution where
  /// there is none to come: of a message that is resolved, or has no fold key.
  ///
  /// - Parameters:
  ///   - verb: The verb.
  ///   - selection: The messages.
  ///   - report: Receives the progress of a bulk change.
  /// - Returns: The number of changed and unchanged messages, and the unknown numbers.
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func perform(
    _ verb: Verb, on selection: MessageSelection,
    reporting report: (BulkProgress) -> Void = { _ in }
  ) throws -> ChangeOutcome {
    try write { database, now in
      var step = VerbStep(verb: try database.naming(verb), now: now)
      try step.run(on: selection, in: database, reporting: report)
      return step.outcome
    }
  }

  /// What a verb would do to messages, without doing it.
  ///
  /// - Returns: The number of messages that would change and not, and the unknown numbers.
  /// - Throws: ``InboxError``.
  package func forecast(of verb: Verb, on selection: MessageSelection) throws -> ChangeOutcome {
    try read { database, now in
      var step = VerbStep(verb: verb, now: now)
      try step.read(selection, in: database)
      return step.outcome
    }
  }

  /// Marks messages read.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func markRead(_ numbers: [MessageNumber]) throws -> ChangeOutcome {
    try perform(.read, on: .numbers(numbers))
  }

  /// Marks messages unread.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func markUnread(_ numbers: [MessageNumber]) throws -> ChangeOutcome {
    try perform(.unread, on: .numbers(numbers))
  }

  /// Moves messages to the trash.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func delete(_ numbers: [MessageNumber]) throws -> ChangeOutcome {
    try perform(.delete, on: .numbers(numbers))
  }

  /// Restores deleted messages to their previous status.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func restore(_ numbers: [MessageNumber]) throws -> ChangeOutcome {
    try perform(.restore, on: .numbers(numbers))
  }

  /// Pins messages: keeps them on top, and from being pruned.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func pin(_ numbers: [MessageNumber]) throws -> ChangeOutcome {
    try perform(.pin, on: .numbers(numbers))
  }

  /// Unpins messages.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func unpin(_ numbers: [MessageNumber]) throws -> ChangeOutcome {
    try perform(.unpin, on: .numbers(numbers))
  }

  /// Hides messages until a date, then brings them back on top as unread.
  ///
  /// - Throws: ``InboxError``; then nothing has changed.
  @discardableResult
  public func snooze(_ numbers: [MessageNumber], until date: Date) throws -> ChangeOutcome {
    try perform(.snooze(until: .date(date)), on: .numbers(numbers))
  }
}

/// Applies one verb to the selected messages.
private struct VerbStep {
  let verb: Verb
  let now: Date
  private(set) var numbers: [MessageNumber] = []
  /// The messages by their new state.
  private(set) var writes: [StateWrite: [MessageNumber]] = [:]
  private(set) var changes = PackedChanges()
  private(set) var tally = MetricTally()
  private(set) var influenced = InfluencedOpens()
  /// The result so far.
  private(set) var outcome = ChangeOutcome()

  /// Reads the selected messages, then writes their new states.
  mutating func run(
    on selection: MessageSelection, in database: Database, reporting report: BulkProgress.Report
  ) throws {
    try read(selection, in: database)
    guard !numbers.isEmpty else { return }
    try database.setStates(writes, at: now.milliseconds, reporting: report)
    if case .open = verb {
      try database.run(
        "UPDATE message SET opened_at = ? WHERE number IN (SELECT value FROM json_each(?))",
        [now.milliseconds, numbers.json])
    }
    try influenced.count(in: &tally, reading: database)
    outcome.entry = try database.appendLog(
      verb.logVerb, numbers, changes: verb.isUndoable ? changes : nil, detail: verb.logDetail,
      at: now)
    try tally.write(to: database, at: now)
  }

  /// Reads the selected messages, and decides their new states.
  mutating func read(_ selection: MessageSelection, in database: Database) throws {
    outcome.unknown = try database.forEachRow(
      of: selection,
      reading: """
        \(MessageState.selection), m.source, json_extract(m.categories, '$[0]'),
        m.conversion_tags, m.resolved_at IS NOT NULL, m.fold IS NULL, \(InfluencedOpens.selection)
        """,
      at: now
    ) { try take($0) }
    outcome.knownMachines = try database.machineNames(missedBy: verb)
  }

  private mutating func take(_ row: Row) throws {
    let number = try row.messageNumber(0)
    let before = try MessageState(row: row, from: 1)
    // What is over would wait for good, and what has no key by which to resolve it.
    let waits = verb == .snooze(until: .resolution) && before.status != .deleted
    let (isOver, isKeyless) = try (waits && row.value(10), waits && row.value(11))
    let after = isOver || isKeyless ? before : before.applying(verb, at: now.milliseconds)
    guard before != after || verb.isVisit else {
      outcome.unchangedCount += 1
      if isOver { outcome.resolvedCount += 1 }
      if isKeyless, !isOver { outcome.keylessCount += 1 }
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
    try count(row, of: number, becameRead: before.status == .unread && after.status == .read)
  }

  private mutating func count(_ row: Row, of number: MessageNumber, becameRead: Bool) throws {
    let source: String = try row.value(7)
    let category: String? = try row.value(8)
    if let event = verb.logVerb.countedEvent {
      tally.add(event, detail: verb.logDetail ?? "", source: source, category: category)
    }
    guard verb.isVisit else { return }
    if becameRead { tally.add(.read, source: source, category: category) }
    if !verb.isThroughAlert {
      try influenced.note(
        number, in: row, from: 12, source: source, category: category, at: now.milliseconds)
    }
    if case .open = verb {
      for tag in RecordColumn.names(try row.value(9)) {
        tally.add(.conversion, detail: tag, source: source, category: category)
      }
    }
  }
}
