/// What fills the screen; screens lie on top of each other, the list at the bottom.
public enum Screen: String, Sendable, Hashable {
  /// The messages.
  case list
  /// The deleted messages.
  case trash
  /// The messages of one conversation.
  case thread
  /// One message, whole.
  case reader
  /// The keys.
  case help

  /// Where its keys are looked up.
  public var context: InputContext {
    switch self {
    case .list: .list
    case .trash: .trash
    case .thread: .list
    case .reader: .reader
    case .help: .help
    }
  }

  /// Whether it shows a list of messages.
  var isList: Bool {
    switch self {
    case .list, .trash, .thread: true
    case .reader, .help: false
    }
  }
}
