import InboxText
package import InboxCore

extension HistoryStep {
  /// The command of the step.
  package var command: Command { .acting(self == .undo ? .undo : .redo) }

  /// The command that reverses the step.
  package var inverse: Command { .acting(self == .undo ? .redo : .undo) }

  /// The text after a step that changed messages.
  ///
  /// - Parameters:
  ///   - verb: The verb that was undone or redone.
  ///   - subject: The title of the message, or the number of messages.
  ///   - left: The number of messages of the step that were skipped.
  /// - Returns: One line.
  package func text(of verb: LogEntry.Verb, on subject: String, left: Int = 0) -> String {
    let words = ChangeWords.words(of: verb)
    return (self == .undo ? words.undone : words.done).around(subject) + MessageCount.left(left)
  }

  /// The status text after a step that changed nothing, or when there was none to undo or redo.
  ///
  /// - Parameters:
  ///   - left: The number of messages of the step that were skipped.
  ///   - count: The number of steps by the same key before it.
  /// - Returns: One line.
  func failure(left: Int, after count: Int) -> String {
    let name = command.name
    let done = "\(self == .undo ? "Undid" : "Redid") \(count.counted("step"))"
    guard left > 0 else {
      return count == 0 ? "Nothing to \(name)" : "\(done) · nothing more to \(name)"
    }
    let reason = "annot \(name): \(MessageCount.text(left)) gone or changed since"
    return count == 0 ? "C" + reason : "\(done) · c" + reason
  }
}

/// The phrases for a change of messages, and for undoing it.
package struct ChangeWords {
  /// A phrase: the words before and after the subject of a change.
  package struct Phrase: Sendable, Hashable {
    let before: String
    let after: String

    /// The phrase about a subject.
    package func around(_ subject: String) -> String { before + subject + after }
  }

  /// The phrase for the change.
  package let done: Phrase
  /// The phrase for undoing it.
  package let undone: Phrase

  private init(_ before: String, _ after: String = "", undone: String, _ undoneAfter: String = "") {
    done = Phrase(before: before, after: after)
    self.undone = Phrase(before: undone, after: undoneAfter)
  }

  /// The phrases of a verb of the log.
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
    .done: ChangeWords("Done: ", undone: "Brought back "),
    .reopened: ChangeWords("Brought back ", undone: "Done again: "),
  ]
}

extension Verb {
  /// The phrases for the verb; nil for verbs without a status text.
  package var words: ChangeWords? { logged.map(ChangeWords.words) }

  /// The verb of the log; nil for verbs without a status text.
  var logged: LogEntry.Verb? {
    switch self {
    case .read, .unread, .delete, .restore, .pin, .unpin, .snooze, .unsnooze, .done, .undone:
      logVerb
    case .view, .peek, .open: nil
    }
  }
}

extension Effect {
  /// The phrase for an effect in progress; nil for effects without one.
  var doing: ChangeWords.Phrase? {
    guard case .store(let any) = self else { return nil }
    return switch any.request {
    case let request as ChangeMessages: request.verb.doing
    case is PurgeMessages: .init(before: "Deleting ", after: " forever")
    case HistoryStep.undo as HistoryStep: .init(before: "Undo: changing ", after: "")
    case is HistoryStep: .init(before: "Redo: changing ", after: "")
    default: nil
    }
  }
}

extension Verb {
  /// What asks for the change, what tells that it runs, and what follows the messages in both.
  private var forms: (asking: String, running: String, end: String) {
    switch self {
    case .view, .peek, .open, .read: ("Mark ", "Marking ", " read")
    case .unread: ("Mark ", "Marking ", " unread")
    case .delete: ("Delete ", "Deleting ", "")
    case .restore: ("Restore ", "Restoring ", "")
    case .pin: ("Pin ", "Pinning ", "")
    case .unpin: ("Unpin ", "Unpinning ", "")
    case .snooze: ("Snooze ", "Snoozing ", "")
    case .unsnooze: ("Unsnooze ", "Unsnoozing ", "")
    case .done: ("Mark ", "Marking ", " done")
    case .undone: ("Bring ", "Bringing ", " back")
    }
  }

  fileprivate var doing: ChangeWords.Phrase { .init(before: forms.running, after: forms.end) }

  /// The forms of the question whether to change messages, the longest first.
  func questions(about count: Int) -> [[String]] {
    [MessageCount.text(count), "\(count)"].map { [forms.asking + $0 + forms.end + "?"] }
      + (forms.end.isEmpty ? [] : [["\(count)\(forms.end)?"]])
  }
}
