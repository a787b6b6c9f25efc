extension JSONReader {
  /// Parses a string; one without escapes is decoded in one piece.
  mutating func readString() throws(JSONError) -> String {
    position += 1
    let start = position
    var (plain, copied): ([UInt8], Int) = ([], start)
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let rest = bytes[copied..<position]
        let text =
          try copied == start ? text(of: rest, from: start) : text(of: plain + rest, from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        plain += bytes[copied..<position]
        position += 1
        plain += try readEscape()
        copied = position
      case 0..<0x20 where !takesControls:
        throw failure(.bareControlCharacter)
      default:
        position += 1
      }
    }
    throw failure(.truncated)
  }

  /// The characters that a backslash is put before, and what they mean.
  private static let escapes = Dictionary(
    uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8))

  private mutating func readEscape() throws(JSONError) -> [UInt8] {
    guard let byte = peek() else { throw failure(.truncated) }
    position += 1
    if byte == UInt8(ascii: "u") { return Array(String(Character(try readEscapedScalar())).utf8) }
    guard let plain = Self.escapes[byte] else {
      throw failure(.expected("an escape"), at: position - 1)
    }
    return [plain]
  }

  private mutating func readEscapedScalar() throws(JSONError) -> Unicode.Scalar {
    let first = try readHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let next = position
    if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let second = try readHexDigits()
      if (0xDC00..<0xE000).contains(second) {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
    }
    position = next
    return "\u{FFFD}"
  }

  private mutating func readHexDigits() throws(JSONError) -> UInt32 {
    let digits = bytes[position..<end].prefix(4).prefix { byte in
      byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
    }
    position += digits.count
    guard digits.count == 4, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure(.expected("four hexadecimal digits")) }
    return value
  }

  /// The text of a string that started at an offset, from its bytes without escapes.
  private func text(
    of plain: some Collection<UInt8>, from start: Int
  ) throws(JSONError) -> String {
    if let text = String(validating: plain, as: UTF8.self) { return StreamSafe.text(text) }
    throw failure(.notUTF8, at: firstInvalidByte(in: start..<position))
  }

  /// The offset of the first invalid byte of UTF-8; nil if all are valid.
  package func firstInvalidByte(in range: Range<Int>) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes[range].makeIterator()
    var offset = range.lowerBound
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }

  /// Parses a number; one that does not fit a numeric type keeps its digits.
  mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try skipDigits() }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try skipDigits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return Self.value(of: text, isInteger: isInteger)
  }

  /// An integer if it fits, else a `Double` if that is exact, else the digits.
  private static func value(of text: String, isInteger: Bool) -> JSONValue {
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite, let written = decimal(text),
      let kept = decimal(number.description), written == kept
    else { return .decimal(text) }
    return .number(number)
  }

  /// The digits of a number without leading and trailing zeros, and its power of ten; nil if that
  /// overflows.
  private static func decimal(
    _ text: String
  ) -> (isNegative: Bool, digits: [UInt8], exponent: Int)? {
    let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }
      .split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    let halves = parts[0].split(separator: UInt8(ascii: "."))
    var digits = Array(halves.joined())
    let power = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
    var exponent = power.map { $0 &- (halves.count > 1 ? halves[1].count : 0) }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent? += 1
    }
    digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    guard let exponent = digits.isEmpty ? 0 : exponent else { return nil }
    return (text.hasPrefix("-"), digits, exponent)
  }

  private mutating func skipDigits() throws(JSONError) {
    let digits = bytes[position..<end].prefix { (0x30...0x39).contains($0) }
    position = digits.endIndex
    if digits.isEmpty { throw failure(.expected("a digit")) }
  }
}
