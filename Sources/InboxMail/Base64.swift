/// Base64 as mails have it (RFC 2045, 6.8).
enum Base64 {
  /// The decoded bytes of an encoded word; nil if it has other characters.
  static func word(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var decoder = Decoder()
    for byte in text where !isBlank(byte) {
      guard isDigit(byte) || byte == padding else { return nil }
      decoder.add(byte)
    }
    return decoder.finished()
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
    var decoder = Decoder()
    for line in lines[..<end] where isLikely(line) {
      for byte in line { decoder.add(byte) }
    }
    return (decoder.finished(), end < lines.count ? Array(text[lines[end].startIndex...]) : [])
  }

  private static let padding = UInt8(ascii: "=")

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = line.drop(while: isBlank)
    return line[..<(line.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? line.startIndex)]
  }

  /// Whether a line has only digits and padding.
  private static func isPure(_ line: ArraySlice<UInt8>) -> Bool {
    line.first.map(isDigit) == true && line.allSatisfy { isDigit($0) || $0 == padding }
  }

  /// Whether a line has only a few other characters, and no blanks.
  private static func isLikely(_ line: ArraySlice<UInt8>) -> Bool {
    let others = line.count { !isDigit($0) && $0 != padding }
    return others * 4 <= line.count && !line.contains(where: isBlank)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { value(byte) != nil }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Collects digits; other characters are skipped, and padding ends a group of four.
  private struct Decoder {
    private var bytes: [UInt8] = []
    private var group: UInt32 = 0
    private var count = 0

    mutating func add(_ byte: UInt8) {
      if byte == Base64.padding { return endGroup() }
      guard let value = Base64.value(byte) else { return }
      group = group << 6 | value
      count += 1
      if count == 4 { endGroup() }
    }

    mutating func finished() -> [UInt8] {
      endGroup()
      return bytes
    }

    /// Writes the whole bytes of the group.
    private mutating func endGroup() {
      let bits = count * 6
      for end in stride(from: 8, through: bits, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits - end)))
      }
      (group, count) = (0, 0)
    }
  }
}
