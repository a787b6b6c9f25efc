import InboxText
/// A piece of text with one meaning; already printable and measured.
public struct Span: Sendable, Hashable {
  /// The text, without control characters.
  public var text: String
  /// Columns that it takes on a terminal.
  public var columns: Int
  /// What it means, as layers.
  public var roles: RoleSet

  /// Makes a span whose columns are known.
  public init(_ text: String, columns: Int, roles: RoleSet) {
    self.text = text
    self.columns = columns
    self.roles = roles
  }
}
