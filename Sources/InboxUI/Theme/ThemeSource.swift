/// The text of a theme, and where it came from.
public struct ThemeSource: Sendable, Hashable {
  /// The name that it was asked for by.
  public var name: String
  /// The file, as messages show it; for a built-in theme a name in angle brackets.
  public var path: String
  /// The TOML text.
  public var text: String

  /// Makes a source.
  public init(name: String, path: String, text: String) {
    self.name = name
    self.path = path
    self.text = text
  }

  /// A theme that is compiled in; nil for a name that is not.
  public static func builtIn(_ name: String) -> ThemeSource? {
    BuiltInThemes.text(named: name).map {
      ThemeSource(name: name, path: "<built-in \(name)>", text: $0)
    }
  }
}
