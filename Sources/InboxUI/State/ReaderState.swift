public import InboxCore

/// One message, shown whole.
public struct ReaderState: Sendable, Hashable {
  /// Which one.
  public var number: MessageNumber
  /// The message; nil until it was read from the store.
  public var message: Message?
  /// Lines that are scrolled out above.
  public var scroll = 0

  /// Makes a reader that has read nothing yet.
  public init(number: MessageNumber) {
    self.number = number
  }
}
