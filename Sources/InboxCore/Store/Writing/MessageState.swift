import Foundation
import GRDB
import InboxText

/// The part of a message that verbs change and undo reverts: status, pin, snooze and done.
struct MessageState: Hashable {
  var status: Status
  var statusBeforeDelete: Status?
  var isPinned = false
  /// Milliseconds since 1970.
  var snoozedUntil: Int64?
  /// The event that ends the snooze.
  var snoozedFor: SnoozeEnd?
  /// Milliseconds since 1970.
  var doneAt: Int64?

  /// The columns of a state, in the order of ``init(row:from:)``.
  static let selection =
    "m.status, m.prior_status, m.lead & 1, m.snoozed_until, m.done_at, m.snoozed_for"
}

extension Message {
  /// The part of it that verbs change.
  var state: MessageState {
    get {
      MessageState(
        status: status, statusBeforeDelete: statusBeforeDelete, isPinned: isPinned,
        snoozedUntil: snoozedUntil?.milliseconds, snoozedFor: snoozedFor,
        doneAt: doneAt?.milliseconds)
    }
    set {
      (status, statusBeforeDelete) = (newValue.status, newValue.statusBeforeDelete)
      (isPinned, snoozedFor) = (newValue.isPinned, newValue.snoozedFor)
      snoozedUntil = newValue.snoozedUntil.map(Date.init(milliseconds:))
      doneAt = newValue.doneAt.map(Date.init(milliseconds:))
    }
  }
}

extension MessageState {
  /// Decodes ``selection`` from an index of a row.
  ///
  /// - Throws: ``DamagedValueError``.
  init(row: Row, from index: Int) throws {
    status = Status(rawValue: try row.value(index)) ?? .unread
    statusBeforeDelete = (try row.value(index + 1) as Int?).flatMap(Status.init(rawValue:))
    isPinned = try row.value(index + 2)
    snoozedUntil = try row.value(index + 3)
    doneAt = try row.value(index + 4)
    snoozedFor = (try row.value(index + 5) as String?).flatMap(SnoozeEnd.init(event:))
  }

  /// The state after a verb; unchanged when the verb has no effect.
  func applying(_ verb: Verb, at now: Int64) -> MessageState {
    var state = self
    switch verb {
    case .peek, .open(_, marksRead: false): break
    case .view, .open: if status == .unread { state.status = .read }
    case .read: (state.status, state.statusBeforeDelete) = (.read, nil)
    case .unread: (state.status, state.statusBeforeDelete, state.doneAt) = (.unread, nil, nil)
    case .delete where status != .deleted:
      state.statusBeforeDelete = status
      state.status = .deleted
    case .restore where status == .deleted:
      (state.status, state.statusBeforeDelete) = (statusBeforeDelete ?? .unread, nil)
    case .pin: state.isPinned = true
    case .unpin: state.isPinned = false
    case .snooze(.date(let date)):
      guard date.milliseconds > now, status != .deleted else { break }
      (state.snoozedUntil, state.snoozedFor, state.doneAt) = (date.milliseconds, nil, nil)
    case .snooze(let event) where status != .deleted:
      (state.snoozedUntil, state.snoozedFor, state.doneAt) = (nil, event, nil)
    case .unsnooze where (snoozedUntil ?? now) > now || snoozedFor != nil:
      (state.snoozedUntil, state.snoozedFor) = (nil, nil)
    case .done where status != .deleted && doneAt == nil:
      (state.status, state.snoozedUntil, state.snoozedFor, state.doneAt) = (.read, nil, nil, now)
    case .undone where status != .deleted: state.doneAt = nil
    case .delete, .restore, .snooze, .unsnooze, .done, .undone: break
    }
    return state
  }

  /// How well it is seen: 3 for unread, 2 for read, 1 for what is away for now, 0 for what is done.
  var visibility: Int {
    if status == .deleted || snoozedUntil != nil || snoozedFor != nil { return 1 }
    return doneAt != nil ? 0 : status == .unread ? 3 : 2
  }

  /// This state with the fields that differ between two others set from the old to the new value;
  /// nil when one of them no longer has the old value.
  func replacing(_ old: MessageState, by new: MessageState) -> MessageState? {
    var state = self
    let isUnchanged =
      state.replace(\.status, old, new) && state.replace(\.statusBeforeDelete, old, new)
      && state.replace(\.isPinned, old, new) && state.replace(\.snoozedUntil, old, new)
      && state.replace(\.snoozedFor, old, new) && state.replace(\.doneAt, old, new)
    return isUnchanged ? state : nil
  }

  private mutating func replace<Value: Equatable>(
    _ field: WritableKeyPath<MessageState, Value>, _ old: MessageState, _ new: MessageState
  ) -> Bool {
    if old[keyPath: field] == new[keyPath: field] { return true }
    guard self[keyPath: field] == old[keyPath: field] else { return false }
    self[keyPath: field] = new[keyPath: field]
    return true
  }
}

/// An update of all messages that a step brings to the same state.
struct StateWrite: Hashable {
  /// What differs: with the status alone place and order stay, and with the place the order in it.
  ///
  /// SQLite writes the indexes, and asks the triggers, of all columns that a statement sets.
  enum Reach { case status, place, order }

  /// The new state.
  var state: MessageState
  var reach: Reach

  init(from before: MessageState, to after: MessageState) {
    state = after
    let keepsOrder =
      before.snoozedUntil == after.snoozedUntil && before.snoozedFor == after.snoozedFor
    let keepsPlace =
      before.status != .deleted && after.status != .deleted
      && before.isPinned == after.isPinned && before.doneAt == after.doneAt
    reach = !keepsOrder ? .order : keepsPlace ? .status : .place
  }
}

extension Database {
  private static let updates: [StateWrite.Reach: String] = {
    let placing = ["status": "?2", "lead": "?4", "done_at": "?6"]
    let snooze = ["snoozed_until": "?5", "snoozed_for": "?7"]
    let placed = Placement { placing[$0] ?? $0 }
    let ordered = Placement { placing[$0] ?? snooze[$0] ?? $0 }
    return [
      .status: "", .place: ", done_at = ?6, \(placed.assignments)",
      .order: ", done_at = ?6, snoozed_until = ?5, snoozed_for = ?7, \(ordered.assignments), "
        + "sort_at = \(ordered.sortAt("placed_at"))",
    ].mapValues { changes in
      """
      UPDATE OR FAIL message SET status = ?2, prior_status = ?3, \(placed.statusAssignment)\(changes)
      WHERE number IN (SELECT value FROM json_each(?8))
      """
    }
  }()

  /// Writes the new states of messages, one statement for each chunk with the same state.
  func setStates(
    _ writes: [StateWrite: [MessageNumber]], at now: Int64,
    reporting report: BulkProgress.Report = { _ in }
  ) throws {
    let placed = writes.reduce(0) { $1.key.reach == .status ? $0 : $0 + $1.value.count }
    try changePlaces(of: placed) { try write(writes, at: now, reporting: report) }
  }

  private func write(
    _ writes: [StateWrite: [MessageNumber]], at now: Int64, reporting report: BulkProgress.Report
  ) throws {
    var progress = BulkProgress(done: 0, total: writes.values.reduce(0) { $0 + $1.count })
    for (write, numbers) in writes {
      let state = write.state
      let statement = try cachedStatement(sql: Self.updates[write.reach] ?? "")
      for chunk in numbers.chunks(of: BulkProgress.step) {
        statement.setUncheckedArguments([
          now, state.status.rawValue, state.statusBeforeDelete?.rawValue, state.isPinned,
          state.snoozedUntil, state.doneAt, state.snoozedFor?.event?.storable, chunk.json,
        ])
        try statement.execute()
        progress.done += chunk.count
        if chunk.count == BulkProgress.step { report(progress) }
      }
    }
  }
}

extension Verb {
  /// The verb of its log entry.
  package var logVerb: LogEntry.Verb {
    switch self {
    case .view, .peek: .viewed
    case .open: .opened
    case .read: .read
    case .unread: .unread
    case .delete: .deleted
    case .restore: .restored
    case .pin: .pinned
    case .unpin: .unpinned
    case .snooze: .snoozed
    case .unsnooze: .unsnoozed
    case .done: .done
    case .undone: .reopened
    }
  }

  /// The argument of its log entry; nil for none.
  var logDetail: String? { if case .open(let origin, _) = self { origin.rawValue } else { nil } }

  /// Whether it is counted even when it changes no status.
  var isVisit: Bool {
    switch self {
    case .view, .peek, .open: true
    default: false
    }
  }

  /// Whether it opens a message from its alert.
  var isThroughAlert: Bool { if case .open(.alert, _) = self { true } else { false } }

  /// Whether undo reverts it.
  var isUndoable: Bool { !isVisit }
}
