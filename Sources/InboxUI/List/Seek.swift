public import InboxCore

/// A search for the next row of a list that also matches a second filter.
public struct Seek: Sendable, Hashable {
  /// The list.
  public var query: MessageQuery
  /// The filter that the row has to match as well.
  public var filter: MessageFilter
  /// The row to start after; nil starts before the first or after the last row.
  public var origin: MessageNumber?
  /// The direction through the list.
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

/// What a seek looks for, and in which direction.
enum SeekKind: Sendable, Hashable {
  case unread(SearchDirection)
  case match(SearchDirection)
}

/// A text that is searched for within a list.
public struct SearchState: Sendable, Hashable {
  /// The text as it was typed.
  public var text: String
  /// The filter that finds it.
  public var filter: MessageFilter

  /// Makes a search for messages that have a word beginning with each of the typed ones.
  public init(text: String) {
    self.text = text
    filter = MessageFilter(text.split(separator: " ").map { .init(.word(String($0))) })
  }
}
