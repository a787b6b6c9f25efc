/// The result of each record of a push or an import.
public struct PushOutcome: Sendable, Hashable {
  /// The result of one record.
  public enum RecordResult: Sendable, Hashable {
    /// Stored as a new message.
    case inserted(MessageNumber, id: String)
    /// Merged into a message that was there.
    case merged(MessageNumber, id: String)
    /// There was nothing to store or to change.
    case ignored(Reason)
    /// A field is invalid, or the record is too large: nothing was stored.
    case refused(PayloadError)
  }

  /// The reason why a record was ignored.
  public enum Reason: Sendable, Hashable {
    /// A silent push that names no message of this inbox.
    case silentWithoutMessage
    /// It has neither a title nor a body, and names no message of this inbox.
    case noText
    /// It would clear both title and body of the message that it names.
    case leavesNoText
    /// A rule of this name keeps it out.
    case droppedByRule(String)
    /// A partial record that came after the full message.
    case fullIsHere
  }

  /// One result for each payload, in the order in which they were given.
  public var results: [RecordResult]
  /// How many old messages were removed to keep to the maximum.
  public var prunedCount: Int

  /// Makes an outcome.
  package init(results: [RecordResult] = [], prunedCount: Int = 0) {
    self.results = results
    self.prunedCount = prunedCount
  }
}

/// The result of a verb: how many messages it changed.
public struct ChangeOutcome: Sendable, Hashable {
  /// How many messages changed.
  public var changedCount: Int
  /// How many already were as asked; nothing was recorded for them.
  public var unchangedCount: Int
  /// Numbers that the inbox does not hold.
  public var unknown: [MessageNumber]

  /// Makes an outcome.
  package init(changedCount: Int = 0, unchangedCount: Int = 0, unknown: [MessageNumber] = []) {
    self.changedCount = changedCount
    self.unchangedCount = unchangedCount
    self.unknown = unknown
  }
}

/// The progress of a change of many messages.
///
/// A report comes after each 10 000 messages, some ten times a second; small changes report none.
/// All of it is one transaction.
public struct BulkProgress: Sendable, Hashable {
  /// Messages between two reports.
  package static let step = 10_000

  /// Messages that have been changed.
  public var done: Int
  /// Messages that will be changed.
  public var total: Int

  /// Makes a report.
  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// A callback for reports, on the thread that makes the change.
  package typealias Report = (BulkProgress) -> Void
}

/// The step that undo or redo worked on, and how many messages it changed.
public struct UndoOutcome: Sendable, Hashable {
  /// The verb of the step that was undone or redone.
  package var verb: LogEntry.Verb
  /// How many messages changed.
  public var changedCount: Int
  /// The newest message that changed; nil when none did.
  public var newest: MessageNumber?
  /// Messages that were changed by something else since, and were left alone.
  public var changedSince: [MessageNumber]

  /// Makes an outcome.
  package init(
    verb: LogEntry.Verb, changedCount: Int, newest: MessageNumber? = nil,
    changedSince: [MessageNumber] = []
  ) {
    self.verb = verb
    self.changedCount = changedCount
    self.newest = newest
    self.changedSince = changedSince
  }
}

/// The result of choosing an action.
public enum AnswerOutcome: Sendable, Hashable {
  /// It was chosen, and recorded.
  case answered(MessageAction)
  /// The question was answered before, with this label or text.
  case alreadyAnswered(String)
  /// The message offers no such action; these are the labels that it has.
  case noSuchAction(labels: [String])
  /// The question's time is up, or it is in the trash: nobody waits for an answer.
  case gone
  /// The inbox holds no such message.
  case unknownMessage
}

/// The result of withdrawing a question.
public enum WithdrawalOutcome: Sendable, Hashable {
  /// Nobody can answer it any more.
  case withdrawn
  /// It had been answered, with this label.
  case answered(String)
  /// It was asked again since, and the later asker waits for the answer.
  case askedAgain
  /// The inbox holds no such question.
  case unknownMessage
}

/// The messages that references name.
package struct Resolution: Sendable, Hashable {
  /// The messages, in the order of the references, each once.
  package var numbers: [MessageNumber] = []
  /// References that name nothing.
  package var unknown: [String] = []
  /// A message that a reference may mean.
  package struct Candidate: Sendable, Hashable {
    package var number: MessageNumber
    package var source: String
    package var id: String
  }

  /// Ids that several sources use, and prefixes that several ids share, with some of the messages.
  package var ambiguous: [String: [Candidate]] = [:]
}
