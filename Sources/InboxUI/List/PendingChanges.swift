import InboxCore

/// A change of a message that was requested but is not in the loaded rows yet.
struct PendingChange: Sendable, Hashable {
  /// The row before the change, for messages about it after it has left the list.
  var row: MessageRow
  /// The status after the change.
  var status: Status
  /// Whether it is pinned after the change.
  var isPinned: Bool
  /// Whether it is snoozed after the change; nil if that does not change.
  var isSnoozed: Bool?
  /// Whether it is done after the change; nil if that does not change.
  var isDone: Bool?
  /// The number of running effects on the message.
  var running = 0
}

struct PendingChanges: Sendable, Hashable {
  private var changes: [MessageNumber: PendingChange] = [:]

  var isEmpty: Bool { changes.isEmpty }

  subscript(number: MessageNumber) -> PendingChange? { changes[number] }

  /// Adds the change of a verb to a row.
  mutating func expect(_ verb: Verb, on row: MessageRow) {
    var change =
      changes[row.number] ?? PendingChange(row: row, status: row.status, isPinned: row.isPinned)
    (change.row, change.running) = (row, change.running + 1)
    switch verb {
    case .peek, .open(_, marksRead: false): break
    case .view, .open, .read: change.status = .read
    case .unread: (change.status, change.isDone) = (.unread, false)
    case .restore: change.status = .unread
    case .delete: change.status = .deleted
    case .pin: change.isPinned = true
    case .unpin: change.isPinned = false
    case .snooze: change.isSnoozed = true
    case .unsnooze: change.isSnoozed = false
    case .done: (change.status, change.isDone) = (.read, true)
    case .undone: change.isDone = false
    }
    changes[row.number] = change
  }

  /// Handles the end of an effect; its messages stay pending until the next rows.
  mutating func release(_ numbers: [MessageNumber]) {
    for number in numbers { changes[number]?.running -= 1 }
  }

  /// Drops changes with no running effect.
  mutating func dropEnded() {
    changes = changes.filter { $0.value.running > 0 }
  }
}
