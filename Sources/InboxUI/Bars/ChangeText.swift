import InboxCore

/// How many messages, in words.
enum MessageCount {
  static func text(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }
}

extension HistoryStep {
  /// What the status line shows after undo or redo; `outcome` is nil when there was no step.
  func text(of outcome: UndoOutcome?) -> String {
    let (name, done) = self == .undo ? ("undo", "Undid") : ("redo", "Redid")
    guard let outcome else { return "Nothing to \(name)." }
    let left = outcome.changedSince.count
    if left > 0, outcome.changedCount == 0 {
      let reason = left == 1 ? "it is" : "they are"
      return "Cannot \(name) the \(outcome.verb.step) of \(MessageCount.text(left)): "
        + "\(reason) gone or changed since."
    }
    let text = "\(done): \(outcome.verb.step) of \(MessageCount.text(outcome.changedCount))."
    return left == 0 ? text : text + " Gone or changed since: \(MessageCount.text(left))."
  }
}

extension Effect {
  /// What the status line shows after a bulk change; nil where the rows show the change.
  func text(of outcome: ChangeOutcome) -> String? {
    let count = MessageCount.text(outcome.changedCount)
    return switch self {
    case .perform(let verb, .matching): "\(count) \(verb.result)."
    case .purge: "\(count) removed for good."
    default: nil
    }
  }

  /// What is being done, in words before and behind the number of messages.
  var doing: (start: String, end: String)? {
    switch self {
    case .perform(let verb, _): verb.doing
    case .purge: ("Removing", "")
    case .step(.undo): ("Undo: changing", "")
    case .step(.redo): ("Redo: changing", "")
    default: nil
    }
  }
}

extension Verb {
  fileprivate var doing: (start: String, end: String) {
    switch self {
    case .view, .peek, .open, .read: ("Marking", " read")
    case .unread: ("Marking", " unread")
    case .delete: ("Deleting", "")
    case .restore: ("Restoring", "")
    case .pin: ("Pinning", "")
    case .unpin: ("Unpinning", "")
    case .snooze: ("Snoozing", "")
    case .unsnooze: ("Waking", "")
    }
  }
}

extension Verb {
  /// What it has made of messages, behind their number.
  fileprivate var result: String {
    switch self {
    case .view, .open, .read: "marked read"
    case .unread: "marked unread"
    case .delete: "deleted"
    case .restore: "restored"
    case .pin: "pinned"
    case .unpin: "unpinned"
    case .snooze: "snoozed"
    case .unsnooze: "no longer snoozed"
    case .peek: "looked at"
    }
  }
}

extension LogEntry.Verb {
  /// The step as a noun, for undo.
  fileprivate var step: String {
    switch self {
    case .read: "marking read"
    case .unread: "marking unread"
    case .deleted: "delete"
    case .restored: "restore"
    case .pinned: "pin"
    case .unpinned: "unpin"
    case .snoozed: "snooze"
    case .unsnoozed: "end of snooze"
    default: rawValue
    }
  }
}
