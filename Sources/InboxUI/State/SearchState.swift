public import InboxCore

/// A text that is searched for within a list.
public struct SearchState: Sendable, Hashable {
  /// What was typed.
  public var text: String
  /// The filter that finds it.
  public var filter: MessageFilter

  /// Makes a search for messages that have a word beginning with each of the typed ones.
  public init(text: String) {
    self.text = text
    filter = MessageFilter(text.split(separator: " ").map { .init(.word(String($0))) })
  }
}
