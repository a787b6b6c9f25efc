package import InboxCore

extension HistoryStep {
  /// The command that takes the step back.
  var inverse: Command { .acting(self == .undo ? .redo : .undo) }

  /// What the status line shows after a step that changed messages.
  ///
  /// - Parameters:
  ///   - outcome: What was undone or redone.
  ///   - subject: The message by its title, or how many they are.
  /// - Returns: One line.
  func text(of outcome: UndoOutcome, on subject: String) -> String {
    let words = ChangeWords.words(of: outcome.verb)
    let text = (self == .undo ? words.undone : words.done).around(subject)
    let left = outcome.changedSince.count
    return left == 0 ? text : text + " · \(MessageCount.text(left)) gone or changed since"
  }

  /// What the status line shows after a step that changed nothing, or for which there was none.
  ///
  /// - Parameters:
  ///   - outcome: What the step has found.
  ///   - count: How many steps of the same key were taken before it.
  /// - Returns: One line.
  func failure(_ outcome: UndoOutcome?, after count: Int = 0) -> String {
    let name = self == .undo ? "undo" : "redo"
    let done = "\(self == .undo ? "Undid" : "Redid") \(count) step\(count == 1 ? "" : "s")"
    guard let left = outcome?.changedSince.count, left > 0 else {
      return count == 0 ? "Nothing to \(name)" : "\(done), and there is no more to \(name)"
    }
    let reason = "annot \(name): \(MessageCount.text(left)) gone or changed since"
    return count == 0 ? "C" + reason : "\(done) · c" + reason
  }
}

/// The words for a change of messages, and for taking it back.
package struct ChangeWords {
  /// A phrase: words before and behind the subject of a change.
  package struct Phrase {
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
  package var words: ChangeWords? {
    let logged: LogEntry.Verb
    switch self {
    case .read: logged = .read
    case .unread: logged = .unread
    case .delete: logged = .deleted
    case .restore: logged = .restored
    case .pin: logged = .pinned
    case .unpin: logged = .unpinned
    case .snooze: logged = .snoozed
    case .unsnooze: logged = .unsnoozed
    case .view, .peek, .open: return nil
    }
    return ChangeWords.words(of: logged)
  }
}

extension Effect {
  /// What is being done, in words before and behind the number of messages.
  var doing: (start: String, end: String)? {
    switch self {
    case .perform(let verb, _): verb.doing
    case .purge: ("Deleting", " forever")
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
    case .unsnooze: ("Unsnoozing", "")
    }
  }
}
