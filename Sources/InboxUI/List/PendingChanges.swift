import InboxCore

/// A change of one message that was asked for and has not come back from the store yet.
struct PendingChange: Sendable, Hashable {
  /// The message as it was, which names it once it has left the rows.
  var row: MessageRow
  /// The status that the message will have.
  var status: Status
  /// Whether it will be pinned.
  var isPinned: Bool
  /// Whether it will be snoozed; nil while no change of it was asked for.
  var isSnoozed: Bool?
  /// The number of effects on it that run.
  var running = 1
}

/// The pending changes of a list, by message.
struct PendingChanges: Sendable, Hashable {
  private var changes: [MessageNumber: PendingChange] = [:]

  /// Whether nothing is pending.
  var isEmpty: Bool { changes.isEmpty }

  /// The pending change of a message; nil when none is.
  subscript(number: MessageNumber) -> PendingChange? { changes[number] }

  /// Notes that a verb runs on a row.
  mutating func expect(_ verb: Verb, on row: MessageRow) {
    let before = changes[row.number]
    var change = PendingChange(
      row: row, status: before?.status ?? row.status, isPinned: before?.isPinned ?? row.isPinned,
      isSnoozed: before?.isSnoozed, running: (before?.running ?? 0) + 1)
    switch verb {
    case .open(_, marksRead: false): break
    case .view, .open, .read: change.status = .read
    case .unread, .restore: change.status = .unread
    case .delete: change.status = .deleted
    case .pin: change.isPinned = true
    case .unpin: change.isPinned = false
    case .snooze: change.isSnoozed = true
    case .unsnooze: change.isSnoozed = false
    case .peek: break
    }
    changes[row.number] = change
  }

  /// Notes that an effect on messages has ended; they stay pending until the next rows.
  mutating func release(_ numbers: [MessageNumber]) {
    for number in numbers { changes[number]?.running -= 1 }
  }

  /// Forgets the changes on which no effect runs any more.
  mutating func dropEnded() {
    changes = changes.filter { $0.value.running > 0 }
  }
}
