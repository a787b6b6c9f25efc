/// The text of a theme that was found, and where.
public struct ThemeText: Sendable, Hashable {
  /// The name, without folder and ending.
  public var name: String
  /// The file as it was found; for a built-in theme a name in angle brackets.
  public var path: String
  /// Whether it is compiled in, so that there is no file.
  public var isBuiltIn: Bool
  /// The TOML text.
  public var text: String
}
