import Foundation

extension Color {
  /// Red, green and blue; nil for the terminal's own color, which is not known.
  var channels: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch self {
    case .default: nil
    case .indexed(let index): XtermPalette.color(index)
    case .rgb(let red, let green, let blue): (red, green, blue)
    }
  }

  /// The contrast with another color by WCAG 2, from 1 to 21; nil where either is not known.
  package func contrast(with other: Color) -> Float? {
    guard let first = luminance, let second = other.luminance else { return nil }
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private var luminance: Float? {
    channels.map {
      0.2126 * OKLab.linear($0.red) + 0.7152 * OKLab.linear($0.green)
        + 0.0722 * OKLab.linear($0.blue)
    }
  }
}

extension Style {
  /// The least contrast that bringing colors down leaves to a text, as far as it had so much.
  package static let leastContrast: Float = 4.5

  /// The style with the nearest colors at a depth in which its text can be read.
  package func reduced(to depth: ColorDepth) -> Style {
    var style = self
    style.background = background?.reducedGround(to: depth)
    style.foreground = foreground?.reduced(to: depth)
    if depth == .ansi8 { style.brighten(insteadOf: foreground) }
    if let color = style.legibleForeground(insteadOf: self, at: depth) {
      style.foreground = color
    } else if style.bold == true, style.foreground != nil {
      // Where bold is bright, no text is dark enough for a light ground.
      style.bold = false
      style.foreground = style.legibleForeground(insteadOf: self, at: depth) ?? style.foreground
    }
    return style
  }

  /// Shows the bright half of the palette by weight, where there are only eight colors.
  private mutating func brighten(insteadOf color: Color?) {
    guard case .indexed(let index) = color, index >= 8, index < 16 else { return }
    guard index == 8 else {
      bold = true
      return
    }
    // Bright black would be black; on the terminal's own ground its own color is dim instead.
    dim = true
    if background == nil || background == .default { foreground = .default }
  }

  /// The foreground, or the nearest color that stands out from the background; nil for none.
  private func legibleForeground(insteadOf original: Style, at depth: ColorDepth) -> Color? {
    guard depth != .none, let foreground, let background,
      let contrast = contrast(of: foreground, with: background, at: depth)
    else { return foreground }
    let ground = original.background ?? background
    let before = original.foreground?.contrast(with: ground) ?? Self.leastContrast
    let least = min(before, Self.leastContrast)
    guard contrast < least else { return foreground }
    return (original.foreground ?? foreground).nearest(at: depth) {
      (self.contrast(of: $0, with: background, at: depth) ?? 0) >= least
    }
  }

  /// The contrast of a text in this style; nil where a color of it is not known.
  package func contrast(at depth: ColorDepth) -> Float? {
    guard let foreground, let background else { return nil }
    return contrast(of: foreground, with: background, at: depth)
  }

  /// The contrast with a ground, of bold text in the bright color where only eight have names.
  private func contrast(of color: Color, with ground: Color, at depth: ColorDepth) -> Float? {
    guard depth == .ansi8, bold == true, case .indexed(let index) = color, index < 8 else {
      return color.contrast(with: ground)
    }
    return Color.indexed(index + 8).contrast(with: ground)
  }
}

extension Theme {
  /// The resolved style of a set of roles, in the colors that a terminal has.
  ///
  /// Where colors fall together, a text keeps apart from its ground. A cursor whose row would have
  /// the ground of the others shows by its title in exchanged colors, beside its bar.
  package func style(for roles: RoleSet, at depth: ColorDepth) -> Style {
    let style = style(for: roles).reduced(to: depth)
    if roles.contains(RoleSet(.selected)), setsGround(.selected) {
      let below = self.style(for: roles.subtracting(.chosen)).reduced(to: depth)
      guard !style.isDistinct(from: below) else { return style }
      return roles.contains(RoleSet(.selectedTitle)) ? below.exchanged : below
    }
    guard depth == .none, roles.contains(RoleSet(.match)) else { return style }
    let below = self.style(for: roles.subtracting(RoleSet(.match))).reduced(to: depth)
    return style.isDistinct(from: below) ? style : Style(underline: true).over(style)
  }

  /// Whether a role is meant to be seen by its ground.
  private func setsGround(_ role: Role) -> Bool {
    self[role].background.map { $0 != .default } ?? false
  }
}

extension Style {
  /// The same with text and ground exchanged, neither of them faint.
  fileprivate var exchanged: Style {
    Style(dim: false, reverse: reverse != true).over(self)
  }
}

extension Style {
  /// Whether a row in this style cannot be taken for one in another, whatever their texts.
  fileprivate func isDistinct(from other: Style) -> Bool {
    ground != other.ground || (underline ?? false) != (other.underline ?? false)
  }

  /// What is seen behind the text: the background, or the text's color when both are exchanged.
  private var ground: Ground {
    reverse == true ? .text(foreground ?? .default) : .ground(background ?? .default)
  }

  private enum Ground: Equatable {
    case ground(Color)
    case text(Color)

    static func == (left: Ground, right: Ground) -> Bool {
      switch (left, right) {
      case (.ground(let left), .ground(let right)), (.text(let left), .text(let right)):
        left == right
      case (.ground(let ground), .text(let text)), (.text(let text), .ground(let ground)):
        // The terminal's own text never has the color of its own ground.
        ground == text && ground != .default
      }
    }
  }
}
