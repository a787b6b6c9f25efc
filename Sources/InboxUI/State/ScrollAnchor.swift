public import InboxCore

/// The line at the top of a scrolled list: a message, and how many of its lines are above.
public struct ScrollAnchor: Sendable, Hashable {
  /// The message.
  public var number: MessageNumber
  /// Lines of its row that are scrolled out of sight.
  public var line: Int

  /// Makes an anchor.
  public init(_ number: MessageNumber, line: Int = 0) {
    self.number = number
    self.line = line
  }
}
