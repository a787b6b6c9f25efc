import InboxUI

/// A parser of a terminal's reports of its background: a response to a query, or a change.
enum BackgroundReport {
  /// Queries the background color (OSC 11) and subscribes to changes between light and dark (mode
  /// 2031).
  static let request = "\u{1B}[?2031h\u{1B}]11;?\u{1B}\\"
  /// Unsubscribes from changes.
  static let end = "\u{1B}[?2031l"
  /// Maximum bytes of a report that are parsed; a color is shorter.
  static let limit = 64

  /// The background in an operating system command such as `11;rgb:1e1e/1e1e/2e2e`.
  static func background(inCommand bytes: [UInt8]) -> ScreenBackground? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;"), let colon = text.firstIndex(of: ":") else { return nil }
    let channels = text[text.index(after: colon)...].split(separator: "/").prefix(3)
      .compactMap(channel)
    guard channels.count == 3, ["11;rgb", "11;rgba"].contains(text[..<colon]) else { return nil }
    return ScreenBackground(red: channels[0], green: channels[1], blue: channels[2])
  }

  /// A color channel of one to four hexadecimal digits, scaled to 0–255.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    let most = UInt32(1) << (4 * UInt32(digits.utf8.count)) - 1
    return UInt8(value * 255 / most)
  }

  /// The background in a control sequence: `?997;1n` for dark, `?997;2n` for light.
  static func background(inSequence bytes: [UInt8]) -> ScreenBackground? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "?997;1n": .dark
    case "?997;2n": .light
    default: nil
    }
  }
}
