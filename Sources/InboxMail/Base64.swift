import Foundation
import InboxText

/// Base64 as mails have it (RFC 2045, 6.8).
enum Base64 {
  /// The decoded bytes of an encoded word; nil if it has other characters.
  static func word(_ text: some Sequence<UInt8>) -> [UInt8]? {
    let digits = text.filter { !isBlank($0) }
    return digits.allSatisfy(isPart) ? decoded(digits) : nil
  }

  /// The decoded bytes of a content, and the text that follows them unencoded, such as the footer
  /// of a mailing list.
  ///
  /// It ends with the last line that is as long as the first, or ends in padding, or with a
  /// shorter one right after that. Other characters within it are skipped.
  static func body(_ text: some Sequence<UInt8>) -> (content: [UInt8], tail: [UInt8]) {
    let text = Array(text)
    let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map(trimmed).filter { !$0.isEmpty }
    guard let first = lines.first(where: isPure) ?? lines.first, isLikely(lines[0]) else {
      return ([], text)
    }
    var end =
      lines.lastIndex {
        isPure($0) && ($0.count == first.count || $0.last == padding)
      }.map { $0 + 1 } ?? 1
    if end < lines.count, lines[end - 1].last != padding, isPure(lines[end]),
      lines[end].count < first.count
    {
      end += 1
    }
    let content = decoded(lines[..<end].filter(isLikely).joined().filter(isPart))
    return (content, end < lines.count ? Array(text[lines[end].startIndex...]) : [])
  }

  private static let padding = UInt8(ascii: "=")

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = line.drop(while: isBlank)
    return line[..<(line.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? line.startIndex)]
  }

  /// Whether a line has only digits and padding.
  private static func isPure(_ line: ArraySlice<UInt8>) -> Bool {
    line.first.map(isDigit) == true && line.allSatisfy(isPart)
  }

  /// Whether a line has only a few other characters, and no blanks.
  private static func isLikely(_ line: ArraySlice<UInt8>) -> Bool {
    let others = line.count { !isPart($0) }
    return others * 4 <= line.count && !line.contains(where: isBlank)
  }

  private static func isPart(_ byte: UInt8) -> Bool { isDigit(byte) || byte == padding }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }

  /// Decodes digits; padding ends a group of four, also in the middle.
  private static func decoded(_ digits: [UInt8]) -> [UInt8] {
    digits.split(separator: padding).flatMap { digits in
      // A single digit in a group is less than a byte.
      let whole = digits.dropLast(digits.count % 4 == 1 ? 1 : 0)
      let missing = Data(repeating: padding, count: (4 - whole.count % 4) % 4)
      return Data(base64Encoded: Data(whole) + missing) ?? Data()
    }
  }
}
