/// What became of each record of a push or an import.
public struct PushOutcome: Sendable, Hashable {
  /// What became of one record.
  public enum Result: Sendable, Hashable {
    /// Stored as a new message.
    case inserted(MessageNumber, id: String)
    /// Merged into a message that was there.
    case merged(MessageNumber, id: String)
    /// There was nothing to store or to change.
    case ignored(Reason)
    /// A field that no message can have, or more bytes than one may have: nothing was stored.
    case refused(PayloadError)
  }

  /// Why there was nothing to do with a record.
  public enum Reason: Sendable, Hashable {
    /// A silent push that names no message of this inbox.
    case silentWithoutMessage
    /// It has neither a title nor a body, and names no message of this inbox.
    case noText
    /// It would take title and body from the message that it names.
    case leavesNoText
    /// The push's share came after the whole message.
    case fullIsHere
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
