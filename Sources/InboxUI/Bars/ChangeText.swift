package import InboxCore

extension HistoryStep {
  /// The command that takes the step back.
  var inverse: Command { .acting(self == .undo ? .redo : .undo) }

  /// What the status line shows after a step that changed messages.
  ///
  /// - Parameters:
  ///   - verb: What was undone or redone.
  ///   - subject: The message by its title, or how many they are.
  ///   - left: How many of the step's messages were left alone.
  /// - Returns: One line.
  func text(of verb: LogEntry.Verb, on subject: String, left: Int) -> String {
    let words = ChangeWords.words(of: verb)
    let text = (self == .undo ? words.undone : words.done).around(subject)
    return left == 0 ? text : text + " · \(MessageCount.text(left)) gone or changed since"
  }

  /// What the status line shows after a step that changed nothing, or for which there was none.
  ///
  /// - Parameters:
  ///   - left: How many of the step's messages were left alone.
  ///   - count: How many steps of the same key were taken before it.
  /// - Returns: One line.
  func failure(left: Int, after count: Int) -> String {
    let name = self == .undo ? "undo" : "redo"
    let done = "\(self == .undo ? "Undid" : "Redid") \(count) step\(count == 1 ? "" : "s")"
    guard left > 0 else {
      return count == 0 ? "Nothing to \(name)" : "\(done), and there is no more to \(name)"
    }
    let reason = "annot \(name): \(MessageCount.text(left)) gone or changed since"
    return count == 0 ? "C" + reason : "\(done) · c" + reason
  }
}

/// The words for a change of messages, and for taking it back.
package struct ChangeWords {
  /// A phrase: words before and behind the subject of a change.
  package struct Phrase: Sendable, Hashable {
    let before: String
    let after: String

    /// The phrase about a subject.
    package func around(_ subject: String) -> String { before + subject + after }
  }

  /// What was done.
  package let done: Phrase
  /// What was done when it was taken back.
  package let undone: Phrase

  private init(_ before: String, _ after: String = "", undone: String, _ undoneAfter: String = "") {
    done = Phrase(before: before, after: after)
    self.undone = Phrase(before: undone, after: undoneAfter)
  }

  /// The words of a verb of the log.
  package static func words(of verb: LogEntry.Verb) -> ChangeWords {
    table[verb] ?? ChangeWords("Changed ", undone: "Undid \(verb.rawValue): ")
  }

  private static let table: [LogEntry.Verb: ChangeWords] = [
    .read: ChangeWords("Marked ", " read", undone: "Marked ", " unread again"),
    .unread: ChangeWords("Marked ", " unread", undone: "Marked ", " read again"),
    .deleted: ChangeWords("Deleted ", undone: "Restored "),
    .restored: ChangeWords("Restored ", undone: "Deleted ", " again"),
    .pinned: ChangeWords("Pinned ", undone: "Unpinned "),
    .unpinned: ChangeWords("Unpinned ", undone: "Pinned ", " again"),
    .snoozed: ChangeWords("Snoozed ", undone: "Unsnoozed "),
    .unsnoozed: ChangeWords("Unsnoozed ", undone: "Snoozed ", " again"),
  ]
}

extension Verb {
  /// The words for what the verb has done; nil where the screen itself shows it.
  package var words: ChangeWords? { logged.map(ChangeWords.words) }

  /// What the log says that the verb has done; nil where the screen itself shows it.
  var logged: LogEntry.Verb? {
    switch self {
    case .read, .unread, .delete, .restore, .pin, .unpin, .snooze, .unsnooze: logVerb
    case .view, .peek, .open: nil
    }
  }
}

extension Effect {
  /// What is being done, in words before and behind the number of messages.
  var doing: ChangeWords.Phrase? {
    switch self {
    case .perform(let request): request.verb.doing
    case .purge: .init(before: "Deleting ", after: " forever")
    case .step(.undo): .init(before: "Undo: changing ", after: "")
    case .step(.redo): .init(before: "Redo: changing ", after: "")
    default: nil
    }
  }
}

extension Verb {
  fileprivate var doing: ChangeWords.Phrase {
    switch self {
    case .view, .peek, .open, .read: .init(before: "Marking ", after: " read")
    case .unread: .init(before: "Marking ", after: " unread")
    case .delete: .init(before: "Deleting ", after: "")
    case .restore: .init(before: "Restoring ", after: "")
    case .pin: .init(before: "Pinning ", after: "")
    case .unpin: .init(before: "Unpinning ", after: "")
    case .snooze: .init(before: "Snoozing ", after: "")
    case .unsnooze: .init(before: "Unsnoozing ", after: "")
    }
  }
}
