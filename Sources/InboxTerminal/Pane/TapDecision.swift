public import InboxCore

/// What a host program answers when one of its messages is opened.
public enum TapDecision: Sendable, Hashable {
  /// The inbox does what the message asks for.
  case `default`
  /// The host has done, or refuses, all there is to do.
  case handled
  /// The inbox does this instead.
  case perform(TapBehavior)
}
