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

extension Style {
  /// The same style in the colours that a terminal of this depth can show.
  public func reduced(to depth: ColorDepth) -> Style {
    var style = self
    style.foreground = foreground?.reduced(to: depth)
    style.background = background?.reduced(to: depth)
    return style
  }
}

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
