public import InboxCore

/// Where the user's files lie.
public struct Paths: Sendable, Hashable {
  /// The folder that holds one folder for each inbox.
  public var inboxes: String

  /// The folder of one inbox.
  public func folder(of name: InboxName) -> String {
    "\(inboxes)/\(name)"
  }
}
