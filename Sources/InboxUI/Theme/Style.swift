/// How a piece of text looks; nil lets what lies below show through.
public struct Style: Sendable, Hashable {
  /// Colour of the text.
  public var foreground: Color?
  /// Colour behind it.
  public var background: Color?
  /// Heavy weight.
  public var bold: Bool?
  /// Faint weight.
  public var dim: Bool?
  /// Slanted.
  public var italic: Bool?
  /// Underlined.
  public var underline: Bool?
  /// Colours exchanged.
  public var reverse: Bool?

  /// Makes a style; nothing is set unless given.
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

  /// This style laid over `lower`: what it sets wins, the rest shows through.
  public func over(_ lower: Style) -> Style {
    Style(
      foreground: foreground ?? lower.foreground, background: background ?? lower.background,
      bold: bold ?? lower.bold, dim: dim ?? lower.dim, italic: italic ?? lower.italic,
      underline: underline ?? lower.underline, reverse: reverse ?? lower.reverse)
  }
}

/// A colour as a theme names it.
public enum Color: Sendable, Hashable {
  /// The terminal's own.
  case `default`
  /// One of the terminal's palette, 0–255; the first 16 are the named ones.
  case indexed(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}
