public import InboxCore

/// What a person has chosen of how the screen behaves, beside look and keys.
public struct ScreenPreferences: Sendable, Hashable {
  /// Most messages that open at once without a question.
  public var openLimit = 10
  /// Whether showing a message in the reader marks it read.
  public var viewMarksRead = true
  /// The form of the rows.
  public var rows = RowOptions()
  /// What an arriving message raises.
  public var alerts = AlertPolicy()
  /// Whether going to a message from its alert marks it read.
  public var marksReadOnAlertOpen = true

  /// All defaults.
  public init() {}
}
