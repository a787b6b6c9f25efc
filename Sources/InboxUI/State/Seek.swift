public import InboxCore

/// A search for the next row of a list that also matches a second filter.
public struct Seek: Sendable, Hashable {
  /// The list.
  public var query: MessageQuery
  /// What the row has to match as well.
  public var filter: MessageFilter
  /// The row to start after; nil starts before the first or after the last row.
  public var origin: MessageNumber?
  /// Which way it goes through the list.
  public var direction: SearchDirection

  /// Makes a search.
  public init(
    query: MessageQuery, filter: MessageFilter, origin: MessageNumber?,
    direction: SearchDirection = .forward
  ) {
    self.query = query
    self.filter = filter
    self.origin = origin
    self.direction = direction
  }
}
