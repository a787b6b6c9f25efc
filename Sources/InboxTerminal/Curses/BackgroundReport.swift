import InboxUI

/// The reports of a terminal on its background: an answer to a question, or a change.
enum BackgroundReport {
  /// Asks for the color of the background (OSC 11), and to be told when the person changes between
  /// light and dark (mode 2031).
  static let request = "\u{1B}[?2031h\u{1B}]11;?\u{1B}\\"
  /// Takes the wish to be told back.
  static let end = "\u{1B}[?2031l"
  /// Most bytes of an answer that are looked at; a color is shorter.
  static let limit = 64

  /// The background that an operating system command tells: `11;rgb:1e1e/1e1e/2e2e`.
  static func background(inCommand bytes: [UInt8]) -> ScreenBackground? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;"), let colon = text.firstIndex(of: ":") else { return nil }
    let channels = text[text.index(after: colon)...].split(separator: "/").prefix(3)
      .compactMap(channel)
    guard channels.count == 3, ["11;rgb", "11;rgba"].contains(text[..<colon]) else { return nil }
    return ScreenBackground(red: channels[0], green: channels[1], blue: channels[2])
  }

  /// A channel of one to four digits, brought to 0–255.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    let most = UInt32(1) << (4 * UInt32(digits.utf8.count)) - 1
    return UInt8(value * 255 / most)
  }

  /// The background that a control sequence tells: `?997;1n` for dark, `?997;2n` for light.
  static func background(inSequence bytes: [UInt8]) -> ScreenBackground? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "?997;1n": .dark
    case "?997;2n": .light
    default: nil
    }
  }
}
