import Foundation

/// Assigns each source one of a few colors, stable across runs.
enum SourceTint {
  /// The number of colors; the further tints are for row rules.
  static let count = 6

  /// The index of a source's color.
  static func index(of source: String) -> Int {
    // FNV-1a: stable across runs, unlike the standard library's hash.
    let hash = source.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int((hash ^ hash >> 16) % UInt32(count))
  }

  /// Colors of 256 that are legible on black and on white, for an unknown background: orange,
  /// green, teal, blue, mauve, pink.
  static let onAnyGround = [130, 28, 30, 63, 133, 163].map(Color.indexed)

  /// Colors of 16 that are legible on black and on white.
  ///
  /// Blue is not on black; green, yellow and cyan are not on white.
  static let named = [5, 12, 1, 13, 9].map(Color.indexed) + [.default]

  /// Colors of evenly spaced hues that are legible on a background.
  static func colors(on ground: Color?) -> [Color] {
    guard let lightness = ground.flatMap({ OKLab($0) })?.lightness else { return onAnyGround }
    let isDark = lightness < 0.6
    return (0..<count).map { index in
      let angle = (Float(index) * 60 + 20) * .pi / 180
      return OKLab(
        lightness: isDark ? 0.82 : 0.42, a: 0.1 * cosf(angle), b: 0.1 * sinf(angle)
      ).color
    }
  }
}

extension OKLab {
  /// Converts to sRGB; each channel is clamped.
  var color: Color {
    func cubed(_ value: Float) -> Float { value * value * value }
    let long = cubed(lightness + 0.396_337_78 * a + 0.215_803_76 * b)
    let medium = cubed(lightness - 0.105_561_346 * a - 0.063_854_17 * b)
    let short = cubed(lightness - 0.089_484_18 * a - 1.291_485_5 * b)
    return .rgb(
      Self.channel(4.076_741_7 * long - 3.307_711_6 * medium + 0.230_969_94 * short),
      Self.channel(-1.268_438 * long + 2.609_757_4 * medium - 0.341_319_4 * short),
      Self.channel(-0.004_196_086 * long - 0.703_418_6 * medium + 1.707_614_7 * short))
  }

  /// Converts linear light to an sRGB channel, 0–255.
  private static func channel(_ linear: Float) -> UInt8 {
    let value = min(max(linear, 0), 1)
    let curved = value <= 0.003_130_8 ? 12.92 * value : 1.055 * powf(value, 1 / 2.4) - 0.055
    return UInt8((curved * 255).rounded())
  }
}

extension Theme {
  /// Adds the tints of sources and row rules to the theme.
  ///
  /// - Parameters:
  ///   - options: The settings of rows.
  ///   - background: The terminal's own background, which a theme may leave as it is.
  /// - Returns: The theme with its tints.
  package func tinted(for options: RowOptions, on background: ScreenBackground? = nil) -> Theme {
    guard options.colorsSources || !options.rules.isEmpty else { return self }
    var theme = self
    let rules = RowRule.colors(of: options.rules).map { $0.color(in: self) }
    theme.tints = SourceTint.colors(on: self[.row].background ?? background?.color) + rules
    theme.namedTints = self[.row].background == nil ? SourceTint.named + rules : []
    return theme
  }

  /// The tints at a depth: hues reduced to 16 colors or fewer are not legible on every background.
  func tints(at depth: ColorDepth) -> [Color] {
    (depth == .ansi16 || depth == .ansi8) && !namedTints.isEmpty ? namedTints : tints
  }
}
