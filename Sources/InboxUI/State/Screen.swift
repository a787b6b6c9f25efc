/// What fills the screen; screens lie on top of each other, the list at the bottom.
public enum Screen: String, Sendable, Hashable {
  /// The messages.
  case list
  /// The deleted messages.
  case trash
  /// One message, whole.
  case reader
  /// The keys.
  case help

  /// Where its keys are looked up.
  public var context: InputContext {
    switch self {
    case .list: .list
    case .trash: .trash
    case .reader: .reader
    case .help: .help
    }
  }
}
