extension Color {
  /// Red, green and blue; nil for the terminal's default color, which is unknown.
  var channels: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch self {
    case .default: nil
    case .indexed(let index): XtermPalette.color(index)
    case .rgb(let red, let green, let blue): (red, green, blue)
    }
  }

  /// The WCAG 2 contrast ratio with another color, from 1 to 21; nil if either is unknown.
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
  /// Minimum contrast of a text after reduction, unless it had less before.
  package static let leastContrast: Float = 4.5

  /// Reduces the style to the nearest colors at a depth that keep its text legible.
  package func reduced(to depth: ColorDepth) -> Style {
    var style = self
    style.background = background?.reducedGround(to: depth)
    style.foreground = foreground?.reduced(to: depth)
    if depth == .ansi8 { style.brighten(insteadOf: foreground) }
    if let color = style.legibleForeground(insteadOf: self, at: depth) {
      style.foreground = color
    } else if style.bold == true, style.foreground != nil {
      // If bold is bright, no text is dark enough for a light background.
      style.bold = false
      style.foreground = style.legibleForeground(insteadOf: self, at: depth) ?? style.foreground
    }
    return style
  }

  /// Replaces bright colors by bold, for terminals with only eight colors.
  private mutating func brighten(insteadOf color: Color?) {
    guard case .indexed(let index) = color, index >= 8, index < 16 else { return }
    guard index == 8 else {
      bold = true
      return
    }
    // Bright black would be black; on the terminal's default background, use its dim default color.
    dim = true
    if background == nil || background == .default { foreground = .default }
  }

  /// The foreground, or the nearest color with enough contrast to the background; nil for none.
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

  /// The style with the nearest text color that has enough contrast to the background, if both are
  /// known.
  func legible(at depth: ColorDepth) -> Style {
    guard depth != .none, let foreground, let contrast = contrast(at: .direct),
      contrast < Self.leastContrast
    else { return self }
    var style = self
    style.foreground =
      foreground.nearest(at: depth) { color in
        color.contrast(with: background ?? .default) ?? 0 >= Self.leastContrast
      } ?? foreground
    return style
  }

  /// The contrast of a text in this style; nil if a color is unknown.
  package func contrast(at depth: ColorDepth) -> Float? {
    guard let foreground, let background else { return nil }
    return contrast(of: foreground, with: background, at: depth)
  }

  /// The contrast with a background; with only eight colors, bold text is bright.
  private func contrast(of color: Color, with ground: Color, at depth: ColorDepth) -> Float? {
    guard depth == .ansi8, bold == true, case .indexed(let index) = color, index < 8 else {
      return color.contrast(with: ground)
    }
    return Color.indexed(index + 8).contrast(with: ground)
  }
}

extension Theme {
  /// The resolved style of a set of roles, reduced to a color depth.
  ///
  /// Text stays legible if colors coincide. If the selected row would have the background of the
  /// others, it is reversed, besides the cursor bar.
  package func style(for roles: RoleSet, at depth: ColorDepth) -> Style {
    let style = reducedStyle(for: roles, at: depth)
    if roles.contains(RoleSet(.selected)), self[.selected].background ?? .default != .default {
      let below = reducedStyle(for: roles.subtracting(.chosen), at: depth)
      // A grey that becomes black or white may be the terminal's own background.
      let isOnTerminal = (below.background ?? .default) == .default
      let isLost = isOnTerminal && self[.selected].background?.isGreyMissing(at: depth) == true
      guard isLost || !style.isDistinct(from: below) else { return style }
      guard !roles.contains(RoleSet(.cursor)) else { return below }
      // In one color, as the cells of sources and urgent messages would be patches of theirs.
      let row = reducedStyle(for: roles.intersection(Self.rowRoles), at: depth)
      return Style(foreground: row.foreground ?? .default).over(below).exchanged
    }
    guard depth == .none, roles.contains(RoleSet(.match)) else { return style }
    let below = reducedStyle(for: roles.subtracting(RoleSet(.match)), at: depth)
    return style.isDistinct(from: below) ? style : Style(underline: true).over(style)
  }

  /// The style reduced to a depth.
  ///
  /// The colors of sources, and all in a selected row on the terminal's own background, keep their
  /// hues, but no shade that is illegible there.
  private func reducedStyle(for roles: RoleSet, at depth: ColorDepth) -> Style {
    let style = adaptedStyle(for: roles, at: depth)
    guard style.isLost, !roles.isDisjoint(with: .sourceTints) else { return style }
    // With few colors, that of a source may be the one of its row.
    return adaptedStyle(for: roles.subtracting(.sourceTints), at: depth)
  }

  private func adaptedStyle(for roles: RoleSet, at depth: ColorDepth) -> Style {
    var style = style(for: roles, tints: tints(at: depth))
    var isAdapted = !roles.isDisjoint(with: .sourceTints)
    if let selectedText, roles.contains(RoleSet(.selected)) {
      if style.foreground ?? .default == .default { style.foreground = selectedText }
      isAdapted = true
    }
    if let quietBorder, depth == .indexed256 || depth == .direct,
      roles.contains(RoleSet(.border)), !roles.contains(RoleSet(.selected)),
      style.foreground ?? .default == .default
    {
      (style.foreground, style.dim) = (quietBorder, false)
    }
    return (isAdapted ? style.legible(at: depth) : style).reduced(to: depth)
  }

  /// The roles of a whole row.
  private static let rowRoles: RoleSet = [RoleSet(.row), RoleSet(.read), RoleSet(.unread)]
}

extension Style {
  /// The style with foreground and background exchanged, and not dim.
  fileprivate var exchanged: Style {
    Style(dim: false, reverse: reverse != true).over(self)
  }

  /// Minimum contrast of a text that can be seen at all.
  fileprivate static let leastVisible: Float = 2

  /// Whether the text is hardly to be told from its background, also where bold is not bright.
  fileprivate var isLost: Bool {
    guard let foreground, let background else { return false }
    return foreground.contrast(with: background).map { $0 < Self.leastVisible } ?? false
  }

  /// Whether a row in this style differs visibly from one in another, regardless of their texts.
  fileprivate func isDistinct(from other: Style) -> Bool {
    ground != other.ground || (underline ?? false) != (other.underline ?? false)
  }

  /// The visible background: the background, or the foreground if they are exchanged, whose default
  /// always differs from that of the background.
  private var ground: (color: Color, isDefaultText: Bool) {
    guard reverse == true else { return (background ?? .default, false) }
    let text = foreground ?? .default
    return (text, text == .default)
  }
}
