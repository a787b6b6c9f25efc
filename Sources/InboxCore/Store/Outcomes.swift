/// The result of each record of a push or an import.
public struct PushOutcome: Sendable, Hashable {
  /// The result of one record.
  public enum RecordResult: Sendable, Hashable {
    /// Stored as a new message.
    case inserted(MessageNumber, id: String)
    /// Merged into an existing message.
    case merged(MessageNumber, id: String)
    /// Nothing to store or to change.
    case ignored(Reason)
    /// A field is invalid, or the record is too large: nothing was stored.
    case refused(PayloadError)
  }

  /// The reason why a record was ignored.
  public enum Reason: Sendable, Hashable {
    /// A silent push for no message of this inbox.
    case silentWithoutMessage
    /// Neither a title nor a body, and for no message of this inbox.
    case noText
    /// It would clear both title and body of its message.
    case leavesNoText
    /// The rule of this name dropped it.
    case droppedByRule(String)
    /// A partial record that arrived after the full message.
    case fullIsHere
  }

  /// One result for each payload, in order.
  public var results: [RecordResult] = []
  /// Number of messages removed to keep the maximum.
  package var prunedCount = 0
  /// Number of unread ones among them.
  package var prunedUnreadCount = 0
}

/// The result of a verb: how many messages it changed.
public struct ChangeOutcome: Sendable, Hashable {
  /// How many messages changed.
  public var changedCount: Int
  /// Number of messages that the verb did not change; the log does not mention them.
  public var unchangedCount: Int
  /// Number of unchanged messages without a fold key, by which alone a sender can resolve them.
  package var keylessCount = 0
  /// Number of unchanged messages that were to be snoozed until they are resolved, and are it already.
  package var resolvedCount = 0
  /// The names of the exchange's machines, where a snooze waits for one that is not among them.
  package var knownMachines: [String]?
  /// Numbers of no message in the inbox.
  public var unknown: [MessageNumber]
  /// The log entry of the change; nil if nothing changed.
  package var entry: Int64?

  /// Creates an outcome.
  package init(changedCount: Int = 0, unchangedCount: Int = 0, unknown: [MessageNumber] = []) {
    self.changedCount = changedCount
    self.unchangedCount = unchangedCount
    self.unknown = unknown
  }
}

/// The progress of a bulk change.
///
/// It is reported after each 10 000 messages, some ten times a second; small changes report none.
/// The whole change is one transaction.
public struct BulkProgress: Sendable, Hashable {
  /// Number of messages between two reports.
  package static let step = 10_000

  /// Number of messages already changed.
  public var done: Int
  /// Number of messages to change in all.
  public var total: Int

  /// Creates a report.
  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// A callback for progress, on the thread that makes the change.
  package typealias Report = (BulkProgress) -> Void
}

/// The result of an undo or redo: the step, and how many messages it changed.
public struct UndoOutcome: Sendable, Hashable {
  /// The verb of the step that was undone or redone.
  package var verb: LogEntry.Verb
  /// Number of changed messages.
  public var changedCount: Int
  /// The newest changed message; nil for none.
  package var newest: MessageNumber?
  /// Messages that were changed otherwise since, and were left unchanged.
  package var changedSince: [MessageNumber]
  /// The log entry of the undo or redo; nil if nothing changed.
  package var entry: Int64?

  /// Creates an outcome.
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
  /// The action was chosen and recorded.
  case answered(MessageAction)
  /// The action is one for ntfy's clients, which is not done here; nothing was recorded.
  case notPerformed(MessageAction, ClientAction)
  /// The question was answered before, with this label or text.
  case alreadyAnswered(String)
  /// The message has no such action; the labels of those that it has, or ids where several have one
  /// label.
  case noSuchAction(names: [String])
  /// Several actions have this label; their ids.
  case severalActions(ids: [String])
  /// The question has expired or is in the trash, so that nobody waits for an answer.
  case gone
  /// The inbox has no such message.
  case unknownMessage
}

/// The result of withdrawing a question.
public enum WithdrawalOutcome: Sendable, Hashable {
  /// The question can no longer be answered.
  case withdrawn
  /// The question had already been answered, with this label.
  case answered(String)
  /// The question was asked again since, and the later client waits for the answer.
  case askedAgain
  /// The inbox has no such question.
  case unknownMessage
}

/// The messages found for references, by ``Inbox/resolve(_:)``.
public struct Resolution: Sendable, Hashable {
  /// The messages, in the order of the references, each once.
  public var numbers: [MessageNumber] = []
  /// References without a message.
  public var unknown: [String] = []
  /// A possible message of an ambiguous reference.
  package struct Candidate: Sendable, Hashable {
    package var number: MessageNumber
    package var source: String
    package var id: String
  }

  /// Ids that several sources use, and prefixes that several ids share, with some candidates.
  package var candidates: [String: [Candidate]] = [:]

  /// Ids that several sources use, and prefixes that several ids share, with up to five messages each.
  public var ambiguous: [String: [MessageNumber]] { candidates.mapValues { $0.map(\.number) } }
}
