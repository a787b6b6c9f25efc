/// What a person has chosen of how the screen behaves, beside look and keys.
public struct ScreenPreferences: Sendable, Hashable {
  /// Most messages that open at once without a question.
  public var openLimit = 10

  /// All defaults.
  public init() {}
}
