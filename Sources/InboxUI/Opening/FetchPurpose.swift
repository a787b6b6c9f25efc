/// Why messages are read whole.
public enum FetchPurpose: Sendable, Hashable {
  /// The reader shows the only one.
  case reader
  /// Their texts are copied to the clipboard.
  case copyText
  /// Their links are copied to the clipboard.
  case copyLink
  /// The actions of the only one are offered in a menu.
  case actions
  /// Their texts are piped to a command line.
  case pipe(String)
}
