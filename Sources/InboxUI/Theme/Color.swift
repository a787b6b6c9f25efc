import Foundation

/// A color of a theme.
public enum Color: Sendable, Hashable {
  /// The default color of the terminal.
  case `default`
  /// A color of the terminal's palette, 0–255; the first 16 have names.
  case indexed(UInt8)
  /// Red, green and blue, 0–255 each.
  case rgb(UInt8, UInt8, UInt8)

  /// The names of the first 16 palette colors, by index.
  package static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "brightblack", "brightred", "brightgreen", "brightyellow",
    "brightblue", "brightmagenta", "brightcyan", "brightwhite",
  ]

  /// Parses `default`, one of the 16 names, 0–255, `#rgb` or `#rrggbb`; nil for anything else.
  package init?(text: String) {
    if text.hasPrefix("#") {
      guard let color = Self.hexadecimal(text.dropFirst()) else { return nil }
      self = color
    } else if text == "default" {
      self = .default
    } else if let index = Self.names.firstIndex(of: text) {
      self = .indexed(UInt8(index))
    } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = UInt8(text) {
      self = .indexed(index)
    } else {
      return nil
    }
  }

  /// Parses a name as people write it: `bright-red`, `LightRed`, `grey`; nil for anything else.
  ///
  /// Grey is bright black, and light grey is white, as in most palettes.
  package init?(looseName text: String) {
    let plain = text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
      .replacing("grey", with: "gray")
    let name =
      switch plain {
      case "gray", "darkgray": "brightblack"
      case "lightgray", "brightgray": "white"
      case _ where plain.hasPrefix("light"): "bright" + plain.dropFirst(5)
      default: plain
      }
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = .indexed(UInt8(index))
  }

  /// The text that ``init(text:)`` parses as this color.
  package var text: String {
    switch self {
    case .default: "default"
    case .indexed(let index): index < 16 ? Self.names[Int(index)] : String(index)
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  private static func hexadecimal(_ digits: Substring) -> Color? {
    guard digits.utf8.count == 3 || digits.utf8.count == 6,
      digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
    else { return nil }
    guard digits.utf8.count == 6 else {
      let (red, green, blue) = (value >> 8 & 15, value >> 4 & 15, value & 15)
      return .rgb(UInt8(red * 17), UInt8(green * 17), UInt8(blue * 17))
    }
    return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
  }
}

/// The number of colors of a terminal.
package enum ColorDepth: Sendable, Hashable, CaseIterable {
  /// No colors, attributes only.
  case none
  /// The first 8 named colors; the other 8 are their bold forms.
  case ansi8
  /// The 16 named colors.
  case ansi16
  /// The 256 colors of xterm.
  case indexed256
  /// 24-bit colors.
  case direct
}

extension Color {
  /// The nearest color at a depth.
  ///
  /// The distance is perceptual (OKLab). At 256 colors the first 16 are never chosen, because
  /// they are the user's own; at 16 they are taken as in xterm.
  package func reduced(to depth: ColorDepth) -> Color {
    switch (depth, self) {
    case (.direct, _), (_, .default): self
    case (.none, _): .default
    case (.indexed256, .indexed): self
    case (.indexed256, .rgb): nearest(at: depth) { _ in true } ?? self
    case (.ansi16, .indexed(let index)) where index < 16: self
    case (.ansi8, .indexed(let index)) where index < 16: .indexed(index % 8)
    case (.ansi8, _), (.ansi16, _):
      nearest(at: depth) { _ in true } ?? self
    }
  }

  /// The nearest color at a depth for a background.
  ///
  /// With 16 colors or fewer, a grey background becomes black or white, to differ from the greys
  /// of texts.
  package func reducedGround(to depth: ColorDepth) -> Color {
    guard isGreyMissing(at: depth), let ground = OKLab(self) else { return reduced(to: depth) }
    let light: UInt8 = depth == .ansi16 ? 15 : 7
    return .indexed(ground.lightness < 0.6 ? 0 : light)
  }

  /// Whether it is a grey, and the depth has 16 colors or fewer.
  func isGreyMissing(at depth: ColorDepth) -> Bool {
    guard depth == .ansi16 || depth == .ansi8, !isNamed, let color = OKLab(self) else {
      return false
    }
    return !color.isColorful
  }

  /// Whether it is the terminal's default or one of the 16 named colors, which are not converted.
  private var isNamed: Bool {
    switch self {
    case .default: true
    case .indexed(let index): index < 16
    case .rgb: false
    }
  }

  /// The nearest allowed color at a depth; nil if none is allowed.
  func nearest(at depth: ColorDepth, where isAllowed: (Color) -> Bool) -> Color? {
    guard let wanted = OKLab(self) else { return self }
    if depth == .ansi16 || depth == .ansi8 {
      // Pale colors are nearest to white, but their hue matters more than their lightness. A grey
      // text stays grey, although a color may be nearer in lightness.
      let isColorful = wanted.isColorful
      let weight: Float = isColorful ? 0.25 : 1
      let alike = nearest(to: wanted, at: depth, lightnessWeight: weight) { color in
        OKLab(color)?.isColorful == isColorful && isAllowed(color)
      }
      if let alike { return alike }
    }
    return nearest(to: wanted, at: depth, lightnessWeight: 1, where: isAllowed)
  }

  private func nearest(
    to wanted: OKLab, at depth: ColorDepth, lightnessWeight: Float,
    where isAllowed: (Color) -> Bool
  ) -> Color? {
    let palette: Range<Int> =
      switch depth {
      case .none: 0..<0
      case .ansi8: 0..<8
      case .ansi16: 0..<16
      case .indexed256, .direct: 16..<256
      }
    var best: Color?
    var bestDistance = Float.infinity
    for index in palette {
      let distance = wanted.squaredDistance(
        to: OKLab.xterm[index], lightnessWeight: lightnessWeight)
      let candidate = Color.indexed(UInt8(index))
      guard distance < bestDistance, isAllowed(candidate) else { continue }
      best = candidate
      bestDistance = distance
    }
    return best
  }
}

/// A color in OKLab, a perceptually uniform color space.
///
/// The matrices are those published by Björn Ottosson.
package struct OKLab: Sendable {
  /// Lightness, 0–1.
  var lightness: Float
  /// From green to red.
  var a: Float
  /// From blue to yellow.
  var b: Float
}

extension OKLab {
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

  /// The squared distance of two colors, with a weight for the lightness.
  package func squaredDistance(to other: OKLab, lightnessWeight: Float = 1) -> Float {
    let (lightness, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return lightnessWeight * lightness * lightness + a * a + b * b
  }

  /// Minimum chroma of a color; below it is a grey, perhaps a tinted one.
  private static let leastChroma: Float = 0.07

  /// Whether it is a color rather than a grey.
  var isColorful: Bool { a * a + b * b >= Self.leastChroma * Self.leastChroma }

  /// Converts a color; nil for the terminal's default, which is unknown.
  package init?(_ color: Color) {
    guard let (red, green, blue) = color.channels else { return nil }
    self.init(red, green, blue)
  }

  /// The 256 colors of the palette.
  static let xterm = (XtermPalette.ansi + XtermPalette.indexed).map { OKLab($0.0, $0.1, $0.2) }

  /// Converts an sRGB channel to linear light, 0–1.
  static func linear(_ channel: UInt8) -> Float {
    let value = Float(channel) / 255
    return value <= 0.040_45 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }
}

/// Red, green and blue of the 256 colors of xterm.
package enum XtermPalette {
  /// The 16 named colors; a user's terminal may differ.
  static let ansi: [(UInt8, UInt8, UInt8)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  /// The cube of 6 × 6 × 6 from 16 on, then 24 greys.
  static let indexed: [(UInt8, UInt8, UInt8)] = {
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = steps.flatMap { red in
      steps.flatMap { green in steps.map { blue in (red, green, blue) } }
    }
    let greys = (0..<24).map { step in UInt8(8 + 10 * step) }
    return cube + greys.map { ($0, $0, $0) }
  }()

  /// Red, green and blue of a palette color.
  package static func color(_ index: UInt8) -> (UInt8, UInt8, UInt8) {
    index < 16 ? ansi[Int(index)] : indexed[Int(index) - 16]
  }
}
