/// What a person has chosen of how the screen behaves, beside look and keys.
public struct ScreenPreferences: Sendable, Hashable {
  /// Most messages that open at once without a question.
  public var openLimit = 10
  /// Whether showing a message in the reader marks it read.
  public var viewMarksRead = true
  /// The form of the rows.
  public var rows = RowOptions()

  /// All defaults.
  public init() {}
}
