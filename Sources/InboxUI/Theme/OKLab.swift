import Foundation

/// A colour in a space where distances are about as large as the eye sees them.
///
/// The matrices are those that Björn Ottosson published with the space.
struct OKLab: Sendable {
  /// Lightness, 0–1.
  var lightness: Float
  /// From green to red.
  var a: Float
  /// From blue to yellow.
  var b: Float

  /// Converts from sRGB.
  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    let (red, green, blue) = (Self.linear(red), Self.linear(green), Self.linear(blue))
    let long = cbrtf(0.412_221_46 * red + 0.536_332_55 * green + 0.051_445_995 * blue)
    let medium = cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue)
    let short = cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue)
    lightness = 0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short
    a = 1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short
    b = 0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short
  }

  /// How far apart two colours look, squared.
  func squaredDistance(to other: OKLab) -> Float {
    let (lightness, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return lightness * lightness + a * a + b * b
  }

  /// The 16 named colours.
  static let ansi = XtermPalette.ansi.map { OKLab($0.0, $0.1, $0.2) }
  /// The colours from 16 on.
  static let indexed = XtermPalette.indexed.map { OKLab($0.0, $0.1, $0.2) }

  private static func linear(_ channel: UInt8) -> Float {
    let value = Float(channel) / 255
    return value <= 0.040_45 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }
}
