/// Where a screen can be asked to go.
public enum DeepLink: Sendable, Hashable {
  /// One message, shown whole.
  case message(MessageNumber)
  /// A conversation.
  case thread(String)
}
