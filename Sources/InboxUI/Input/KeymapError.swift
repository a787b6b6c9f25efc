/// A key binding that cannot be used, and why.
public struct KeymapError: Error, Sendable, Hashable {
  /// What is wrong with an entry.
  public enum Reason: Sendable, Hashable {
    /// No place where keys are pressed has this name.
    case unknownContext(String, nearest: String?)
    /// No key has this name.
    case unknownKey(String, nearest: String?)
    /// No command has this name.
    case unknownCommand(String, nearest: String?)
    /// The terminal itself needs the key.
    case reservedKey(String)
    /// The command does nothing in that context.
    case commandNotInContext(Command, InputContext)
    /// The key had no meaning to take away.
    case notBound(String)
    /// Another binding ends where the sequence goes on, or goes on where it ends.
    case ambiguous(String, String, InputContext)
    /// Prompts, menus and questions take single keys only.
    case sequenceOffScreen(String)
    /// Another entry binds the same key in the same context.
    case boundTwice(String, InputContext)
  }

  /// The entry.
  public var entry: KeymapEntry
  /// What is wrong with it.
  public var reason: Reason

  /// Makes a problem.
  public init(entry: KeymapEntry, reason: Reason) {
    self.entry = entry
    self.reason = reason
  }
}
