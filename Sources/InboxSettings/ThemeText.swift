/// The text of a theme that was found, and where.
public struct ThemeText: Sendable, Hashable {
  /// The name, without folder and ending.
  public var name: String
  /// The file as it was found; for a built-in theme a name in angle brackets.
  public var path: String
  /// The file with every link resolved, to be watched; nil for a built-in theme.
  public var realPath: String?
  /// The TOML text.
  public var text: String
}
