/// The brightness of a terminal's background, by which a theme may be chosen.
package enum ScreenBackground: String, CaseIterable, Sendable, Hashable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground, and what is not known.
  case dark

  /// The brightness of a color, as the eye sees it.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self = OKLab(red, green, blue).lightness > 0.6 ? .light : .dark
  }

  /// What `COLORFGBG` says: the last number is the background's place in the palette.
  package init?(variable: String) {
    guard let last = variable.split(separator: ";").last, let index = UInt8(last), index < 16
    else { return nil }
    self = index == 7 || index == 15 ? .light : .dark
  }
}
