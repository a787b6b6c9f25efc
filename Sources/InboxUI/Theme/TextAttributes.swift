/// What a terminal has in place of fonts.
public struct TextAttributes: OptionSet, Sendable, Hashable {
  /// One bit an attribute.
  public let rawValue: Int

  /// Wraps bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Heavy.
  public static let bold = TextAttributes(rawValue: 1)
  /// Faint.
  public static let dim = TextAttributes(rawValue: 2)
  /// Slanted.
  public static let italic = TextAttributes(rawValue: 4)
  /// Underlined.
  public static let underline = TextAttributes(rawValue: 8)
  /// Colours exchanged.
  public static let reverse = TextAttributes(rawValue: 16)

  /// A style that sets each attribute, on or off, and the text's colour.
  func style(foreground: Color) -> Style {
    Style(
      foreground: foreground, bold: contains(.bold), dim: contains(.dim),
      italic: contains(.italic), underline: contains(.underline), reverse: contains(.reverse))
  }
}
