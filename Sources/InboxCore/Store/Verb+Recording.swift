extension Verb {
  /// The word of the log.
  var logVerb: LogEntry.Verb {
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
    }
  }

  /// What is counted for each message; nil for what nobody asks about.
  var metric: (event: Metric.Event, detail: String)? {
    switch self {
    case .view, .peek: (.viewed, "")
    case .open(let origin): (.opened, origin.rawValue)
    case .read: (.read, "")
    case .unread: (.unread, "")
    case .delete: (.deleted, "")
    case .restore: (.restored, "")
    case .pin, .unpin, .snooze, .unsnooze: nil
    }
  }

  /// Whether it is an event of its own, also where it changes no status.
  var isVisit: Bool {
    switch self {
    case .view, .peek, .open: true
    default: false
    }
  }

  /// Whether undo takes it back.
  var isUndoable: Bool { !isVisit }
}
