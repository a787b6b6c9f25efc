import InboxCore

/// Where the cursor goes when the next rows arrive.
enum Jump: Sendable, Hashable {
  case top
  case bottom
  case to(MessageNumber)
  /// Where a deep link leads; rows without the message are not looked at.
  case link(MessageNumber)
}
