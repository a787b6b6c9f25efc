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

  /// Parses `COLORFGBG`, whose last number is the palette index of the background.
  package init?(variable: String) {
    guard let last = variable.split(separator: ";").last, let index = UInt8(last), index < 16
    else { return nil }
    self = index == 7 || index == 15 ? .light : .dark
  }
}
