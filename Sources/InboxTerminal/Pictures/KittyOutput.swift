import Foundation
import InboxUI

/// A parser of the output of `chafa --format kitty`: one image, transmitted in chunks.
///
/// The rules are those of kitty's document "Terminal graphics protocol"
/// (sw.kovidgoyal.net/kitty/graphics-protocol): a command is `ESC _ G`, its keys as `k=v` with
/// commas between, `;`, at most 4096 bytes of base64, `ESC \`; in chunked data the first command
/// has all keys, each but the last `m=1`. Parsing fails at keys with another effect, such as
/// reading a file, and when there are more or fewer pixels than the keys say. Only the pixels are
/// used, and encoded anew.
struct KittyOutput {
  /// Maximum bytes of a command's keys.
  private static let mostKeyBytes = 128
  /// Maximum bytes of base64 in a command.
  private static let mostInPiece = 4_096
  /// Maximum pixels of a side.
  private static let mostPixels = 10_000
  private static let start = Array("\u{1B}_G".utf8)
  /// Valid keys of the first command: format, width, height, columns, rows, and that more follow.
  private static let firstKeys = Set("fsvcrm".utf8)
  /// Valid keys of later commands.
  private static let laterKeys = Set("m".utf8)

  private var rest: ArraySlice<UInt8>

  /// The graphic in chafa's output; nil for anything else.
  static func graphic(in output: [UInt8], number: Int) -> PictureGraphic? {
    var parser = KittyOutput(rest: output[...])
    return parser.graphic(number: number)
  }

  private mutating func graphic(number: Int) -> PictureGraphic? {
    guard let first = command(isFirst: true),
      let bits = first.keys[UInt8(ascii: "f")], [24, 32].contains(bits),
      let width = first.keys[UInt8(ascii: "s")], (1...Self.mostPixels).contains(width),
      let height = first.keys[UInt8(ascii: "v")], (1...Self.mostPixels).contains(height),
      let columns = first.keys[UInt8(ascii: "c")], columns > 0,
      let rows = first.keys[UInt8(ascii: "r")], rows > 0
    else { return nil }
    let count = width * height * bits / 8
    var pixels = first.pixels
    var hasMore = first.keys[UInt8(ascii: "m")] == 1
    while hasMore {
      guard let next = command(isFirst: false) else { return nil }
      pixels += next.pixels
      hasMore = next.keys[UInt8(ascii: "m")] == 1
    }
    guard rest.allSatisfy({ $0 == 0x0A }), pixels.count == count else { return nil }
    return PictureGraphic(
      number: number, encoding: .kitty(bits: bits), pixels: PixelSize(width: width, height: height),
      size: Size(columns: columns, rows: rows), data: Array(pixels.base64EncodedData()))
  }

  /// The keys of the next command, and its chunk of the data; nil for anything else.
  private mutating func command(isFirst: Bool) -> (keys: [UInt8: Int], pixels: Data)? {
    guard rest.starts(with: Self.start) else { return nil }
    rest = rest.dropFirst(Self.start.count)
    guard let end = rest.firstIndex(of: 0x1B), rest[end...].dropFirst().first == UInt8(ascii: "\\")
    else { return nil }
    let body = rest[..<end]
    rest = rest[(end + 2)...]
    let keys = body.prefix(Self.mostKeyBytes).prefix { $0 != UInt8(ascii: ";") }
    let data = body[keys.endIndex...]
    guard data.isEmpty || data.first == UInt8(ascii: ";"), data.count <= Self.mostInPiece + 1,
      let pixels = Data(base64Encoded: Data(data.dropFirst())),
      let values = Self.keys(in: keys, isFirst: isFirst)
    else { return nil }
    return (values, pixels)
  }

  /// The keys with numbers; nil where one is unknown, repeated, or too large.
  private static func keys(in text: ArraySlice<UInt8>, isFirst: Bool) -> [UInt8: Int]? {
    var fields = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    if isFirst {
      // Transmit and display: the only valid action.
      let action = fields.firstIndex { $0.elementsEqual("a=T".utf8) }
      guard let action else { return nil }
      fields.remove(at: action)
    }
    let known = isFirst ? firstKeys : laterKeys
    var keys: [UInt8: Int] = [:]
    for field in fields {
      guard let key = field.first, known.contains(key), keys[key] == nil,
        field.dropFirst().first == UInt8(ascii: "="),
        let value = DecimalNumber.value(field.dropFirst(2), upTo: mostPixels)
      else { return nil }
      keys[key] = value
    }
    return keys
  }
}

/// A parser of decimal numbers in the output of programs and terminals.
enum DecimalNumber {
  /// The number of decimal digits; nil for none, or one above a limit.
  static func value(_ digits: some Collection<UInt8>, upTo limit: Int) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int(String(decoding: digits, as: UTF8.self)), value <= limit
    else { return nil }
    return value
  }
}
