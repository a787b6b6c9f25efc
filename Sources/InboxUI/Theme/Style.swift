/// Colors and attributes of text; nil inherits from the layer below.
public struct Style: Sendable, Hashable {
  /// Text color.
  package var foreground: Color?
  /// Background color.
  package var background: Color?
  /// Heavy weight.
  package var bold: Bool?
  /// Faint weight.
  package var dim: Bool?
  /// Slanted.
  package var italic: Bool?
  /// Underlined.
  package var underline: Bool?
  /// Foreground and background exchanged.
  package var reverse: Bool?

  /// Creates a style that sets only the given values.
  ///
  /// - Parameters:
  ///   - foreground: Text color.
  ///   - background: Background color.
  ///   - bold: Heavy weight.
  ///   - dim: Faint weight.
  ///   - italic: Slanted.
  ///   - underline: Underlined.
  ///   - reverse: Foreground and background exchanged.
  public init(
    foreground: Color? = nil, background: Color? = nil, bold: Bool? = nil, dim: Bool? = nil,
    italic: Bool? = nil, underline: Bool? = nil, reverse: Bool? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.bold = bold
    self.dim = dim
    self.italic = italic
    self.underline = underline
    self.reverse = reverse
  }

  /// Layers this style over `lower`, which provides the values that this one does not set.
  package func over(_ lower: Style) -> Style {
    Style(
      foreground: foreground ?? lower.foreground, background: background ?? lower.background,
      bold: bold ?? lower.bold, dim: dim ?? lower.dim, italic: italic ?? lower.italic,
      underline: underline ?? lower.underline, reverse: reverse ?? lower.reverse)
  }
}

/// Text attributes, a terminal's equivalent of fonts.
public struct TextAttributes: OptionSet, Sendable, Hashable {
  /// One bit per attribute.
  public let rawValue: Int

  /// Creates attributes from their bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Heavy weight.
  public static let bold = TextAttributes(rawValue: 1)
  /// Faint weight.
  public static let dim = TextAttributes(rawValue: 2)
  /// Slanted.
  public static let italic = TextAttributes(rawValue: 4)
  /// Underlined.
  public static let underline = TextAttributes(rawValue: 8)
  /// Foreground and background exchanged.
  public static let reverse = TextAttributes(rawValue: 16)

  /// A style that sets every attribute, on or off, and the text color.
  func style(foreground: Color) -> Style {
    Style(
      foreground: foreground, bold: contains(.bold), dim: contains(.dim),
      italic: contains(.italic), underline: contains(.underline), reverse: contains(.reverse))
  }
}
