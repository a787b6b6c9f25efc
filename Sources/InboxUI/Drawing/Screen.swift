/// What fills the screen; screens lie on top of each other, the list at the bottom.
package enum Screen: String, Sendable, Hashable {
  /// The messages.
  case list
  /// The deleted messages.
  case trash
  /// The messages of one thread.
  case thread
  /// One message, whole.
  case reader
  /// The keys.
  case help

  /// Whether it shows a list of messages.
  var isList: Bool {
    switch self {
    case .list, .trash, .thread: true
    case .reader, .help: false
    }
  }
}
