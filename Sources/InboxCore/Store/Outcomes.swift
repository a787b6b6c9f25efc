/// What a verb did.
public struct ChangeOutcome: Sendable, Hashable {
  /// How many messages changed.
  public var changedCount: Int
  /// How many already were as asked; nothing was recorded for them.
  public var unchangedCount: Int
  /// Numbers that the inbox does not hold.
  public var unknown: [MessageNumber]

  /// Makes an outcome.
  public init(changedCount: Int = 0, unchangedCount: Int = 0, unknown: [MessageNumber] = []) {
    self.changedCount = changedCount
    self.unchangedCount = unchangedCount
    self.unknown = unknown
  }
}

/// What undo or redo did; nil from the store when there was nothing to take back.
public struct UndoOutcome: Sendable, Hashable {
  /// The step that was taken back or done again.
  public var verb: LogEntry.Verb
  /// How many messages went back.
  public var changedCount: Int
  /// Messages that were changed by something else since, and were left alone.
  public var changedSince: [MessageNumber]

  /// Makes an outcome.
  public init(verb: LogEntry.Verb, changedCount: Int, changedSince: [MessageNumber] = []) {
    self.verb = verb
    self.changedCount = changedCount
    self.changedSince = changedSince
  }
}

/// What became of each record of a push or an import.
public struct PushOutcome: Sendable, Hashable {
  /// What became of one record.
  public enum Result: Sendable, Hashable {
    /// Stored as a new message.
    case inserted(MessageNumber, id: String)
    /// Merged into a message that was there.
    case merged(MessageNumber, id: String)
    /// A silent push that names no message, or a late partial: nothing to do.
    case ignored(reason: String)
    /// A field that no message can have, or more bytes than one may have: nothing was stored.
    case refused(PayloadProblem)
  }

  /// One result for each payload, in the order in which they were given.
  public var results: [Result]
  /// How many old messages were removed to keep to the maximum.
  public var prunedCount: Int

  /// Makes an outcome.
  public init(results: [Result] = [], prunedCount: Int = 0) {
    self.results = results
    self.prunedCount = prunedCount
  }
}
