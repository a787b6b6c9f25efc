extension Color {
  /// The names of the first 16 palette colours, by their place.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "brightblack", "brightred", "brightgreen", "brightyellow",
    "brightblue", "brightmagenta", "brightcyan", "brightwhite",
  ]

  /// Reads `default`, one of the 16 names, 0–255, `#rgb` or `#rrggbb`; nil for anything else.
  public init?(text: String) {
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

  /// What ``init(text:)`` reads as this colour.
  public var text: String {
    switch self {
    case .default: "default"
    case .indexed(let index): index < 16 ? Self.names[Int(index)] : String(index)
    case .rgb(let red, let green, let blue): "#" + [red, green, blue].map(Self.twoDigits).joined()
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

  private static func twoDigits(_ channel: UInt8) -> String {
    (channel < 16 ? "0" : "") + String(channel, radix: 16)
  }
}
