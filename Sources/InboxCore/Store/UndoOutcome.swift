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
