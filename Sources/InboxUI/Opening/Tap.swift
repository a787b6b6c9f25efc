public import InboxCore

/// A message that is being opened, or an action of it that was chosen.
public struct Tap: Sendable, Hashable {
  /// The message.
  public var number: MessageNumber
  /// What opening does.
  public var behavior: TapBehavior
  /// The action that was chosen; nil for the message itself.
  public var action: MessageAction?

  /// Makes a tap.
  public init(number: MessageNumber, behavior: TapBehavior, action: MessageAction? = nil) {
    self.number = number
    self.behavior = behavior
    self.action = action
  }
}
