/// The brightness of a terminal's background, which may select a theme.
package enum ScreenBackground: String, CaseIterable, Sendable, Hashable {
  /// A light background.
  case light
  /// A dark or unknown background.
  case dark

  /// The perceived brightness of a color.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self = OKLab(red, green, blue).lightness > 0.6 ? .light : .dark
  }

  /// The color that stands for it.
  var color: Color { self == .dark ? .indexed(16) : .indexed(231) }

  /// The background of the selected row, near that of the others.
  fileprivate var selectedGround: Color { self == .dark ? .indexed(236) : .indexed(254) }

  /// A grey that is quieter than text on black and on white.
  fileprivate static let quietOnAny = Color.indexed(240)

  /// Parses `COLORFGBG`, whose last number is the palette index of the background.
  package init?(variable: String) {
    guard let last = variable.split(separator: ";").last, let index = UInt8(last), index < 16
    else { return nil }
    self = index == 7 || index == 15 ? .light : .dark
  }
}

extension Theme {
  /// Whether the selected row depends on the terminal's background: the theme has none of its own,
  /// and reverses the title.
  package var followsGround: Bool {
    self[.row].background == nil && self[.selected].background == nil
      && self[.selectedTitle].reverse == true
  }

  /// The theme on a terminal's own background: the selected row has one near it, where the theme
  /// reverses its title.
  ///
  /// On an unknown background the row is that of a dark one, with a text color of its own: the
  /// terminal's might be black. With fewer than 256 colors ``style(for:at:)`` reverses the row,
  /// as the two backgrounds could not be told apart.
  package func onGround(_ background: ScreenBackground?) -> Theme {
    guard followsGround else { return self }
    var theme = self
    theme[.selected].background = (background ?? .dark).selectedGround
    theme.selectedText = background == nil ? .indexed(253) : .default
    // A rule fills whole cells, so in the color of a text it would be the brightest of all.
    theme.quietBorder = background?.selectedGround ?? ScreenBackground.quietOnAny
    theme[.selectedTitle].reverse = false
    theme[.selectedTitle].bold = true
    return theme
  }
}
