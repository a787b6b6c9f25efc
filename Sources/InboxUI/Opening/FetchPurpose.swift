/// What whole messages are read for.
public enum FetchPurpose: Sendable, Hashable {
  /// Their texts go to the clipboard.
  case copyText
  /// Their links go to the clipboard.
  case copyLink
  /// The actions of the only one are offered.
  case actions
  /// Their texts go to a command line.
  case pipe(String)
}
