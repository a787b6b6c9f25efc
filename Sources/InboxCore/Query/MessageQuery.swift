/// Which messages are wanted and in what order: a value that a screen observes.
public struct MessageQuery: Sendable, Hashable {
  /// Which messages.
  public var filter: MessageFilter
  /// In which order; a text search ignores it and comes newest arrival first.
  public var order: MessageOrder

  /// Makes a query; the default is the list as the screen opens it.
  public init(filter: MessageFilter = .all, order: MessageOrder = .newest) {
    self.filter = filter
    self.order = order
  }
}
