import InboxCore

/// A message whose link was handed on, until it is known whether a program has taken it.
struct Opening: Sendable, Hashable {
  /// The message.
  var number: MessageNumber
  /// What hands its link on.
  var launch: Launch
}
