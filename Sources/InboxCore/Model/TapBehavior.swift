/// What opening a message does.
public enum TapBehavior: Sendable, Hashable {
  /// Shows the message in the inbox.
  case app
  /// Hands a URL to the configured opener.
  case url(String)
  /// Shows a web page in the terminal.
  case website(String)
  /// Shows a conversation.
  case thread(String)
}

extension TapBehavior {
  /// The link that opening goes to; nil when it stays in the program.
  public var url: String? {
    switch self {
    case .url(let url), .website(let url): url
    case .app, .thread: nil
    }
  }
}
