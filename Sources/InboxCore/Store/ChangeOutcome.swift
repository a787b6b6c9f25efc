/// What a verb did.
public struct ChangeOutcome: Sendable, Hashable {
  /// How many messages changed.
  public var changedCount: Int
  /// How many already were as asked; nothing was recorded for them.
  public var unchangedCount: Int
  /// Numbers that the inbox does not hold.
  public var unknown: [MessageNumber]

  /// Makes an outcome.
  public init(changedCount: Int = 0, unchangedCount: Int = 0, unknown: [MessageNumber] = []) {
    self.changedCount = changedCount
    self.unchangedCount = unchangedCount
    self.unknown = unknown
  }
}
