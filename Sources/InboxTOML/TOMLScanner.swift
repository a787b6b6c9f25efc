import InboxText

/// A scanner of TOML tokens: blanks, comments, keys and strings.
struct TOMLScanner {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var index: Int
  /// The last computed position, cached with its index, as the next one is near.
  private var known = TOMLPosition(line: 1, column: 1)
  private var knownIndex: Int

  init(_ text: String) {
    bytes = Array(text.utf8)
    index = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    knownIndex = index
  }

  /// The next byte; nil at the end.
  var current: UInt8? { byte(ahead: 0) }

  /// The byte at an offset from the next one; nil beyond the end.
  func byte(ahead count: Int) -> UInt8? {
    index + count < bytes.count ? bytes[index + count] : nil
  }

  /// Computes the position of the next byte.
  mutating func position() -> TOMLPosition {
    if index < knownIndex { (known, knownIndex) = (TOMLPosition(line: 1, column: 1), 0) }
    while knownIndex < index {
      let byte = bytes[knownIndex]
      if byte == UInt8(ascii: "\n") {
        known = TOMLPosition(line: known.line + 1, column: 1)
      } else if byte & 0xc0 != 0x80 {
        known.column += 1
      }
      knownIndex += 1
    }
    return known
  }

  /// The text from an index to the current one.
  func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  mutating func advance(by count: Int = 1) {
    index = min(index + count, bytes.count)
  }

  /// Moves back to an index, to report an error there.
  mutating func rewind(to index: Int) {
    self.index = index
  }

  /// Consumes `text` if it is next, and returns whether it was.
  mutating func take(_ text: StaticString) -> Bool {
    let isNext = text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if isNext { advance(by: text.utf8CodeUnitCount) }
    return isNext
  }

  /// Skips blanks within the line.
  mutating func skipSpaces() {
    while let byte = current, byte == 0x20 || byte == 0x09 { advance() }
  }

  /// Skips to the end of the line.
  mutating func skipLine() {
    while let byte = current, byte != UInt8(ascii: "\n") { advance() }
  }

  /// Whether the end of the line or text is next.
  var isAtLineEnd: Bool {
    current == nil || current == UInt8(ascii: "\n")
      || (current == UInt8(ascii: "\r") && byte(ahead: 1) == UInt8(ascii: "\n"))
  }

  /// Consumes a line end if it is next; the end of the text counts as one.
  mutating func takeLineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    advance(by: current == UInt8(ascii: "\r") ? 2 : 1)
    return true
  }

  /// Skips blanks and a comment up to the end of the line.
  mutating func skipSpacesAndComment() throws(TOMLSyntaxError) {
    skipSpaces()
    guard current == UInt8(ascii: "#") else { return }
    while let byte = current, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\r"), self.byte(ahead: 1) == UInt8(ascii: "\n") { return }
      guard !Self.isControl(byte) else { throw .controlCharacter }
      advance()
    }
  }

  /// Skips blanks, comments and line ends.
  mutating func skipBlank() throws(TOMLSyntaxError) {
    repeat { try skipSpacesAndComment() } while current != nil && takeLineEnd()
  }

  /// Consumes an unquoted value, up to a delimiter.
  mutating func takeBareValue() -> String {
    let start = index
    while let byte = current, !",]}# \t\r\n".utf8.contains(byte) { advance() }
    return text(from: start)
  }
}

/// Keys and strings.
extension TOMLScanner {
  /// Consumes one part of a dotted key.
  mutating func takeKey() throws(TOMLSyntaxError) -> String {
    if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") {
      guard !isLongString else { throw .longStringAsKey }
      return try takeString()
    }
    let start = index
    while let byte = current, byte.isWordByte { advance() }
    guard index > start else { throw .missingName }
    return text(from: start)
  }

  /// Whether three quotes are next.
  var isLongString: Bool {
    byte(ahead: 1) == current && byte(ahead: 2) == current
  }

  /// Consumes a string of any of the four kinds; a quote must be next.
  mutating func takeString() throws(TOMLSyntaxError) -> String {
    let quote = current ?? 0
    let isLong = isLongString
    let start = index
    advance(by: isLong ? 3 : 1)
    if isLong { _ = takeLineEnd() }
    var result: [UInt8] = []
    while let byte = current {
      if byte == quote, !isLong || isLongString {
        if isLong { takeQuotesBeforeEnd(quote, &result) }
        advance(by: isLong ? 3 : 1)
        return String(decoding: result, as: UTF8.self)
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        try takeEscape(isLong: isLong, &result)
      } else if isAtLineEnd {
        guard isLong, takeLineEnd() else { break }
        result.append(UInt8(ascii: "\n"))
      } else {
        guard !Self.isControl(byte) else { throw .controlCharacter }
        result.append(byte)
        advance()
      }
    }
    rewind(to: start)
    throw isLong ? .stringNotClosed : .quoteNotClosed
  }

  /// Consumes the one or two quotes that a multi-line string may end with, before its delimiter.
  private mutating func takeQuotesBeforeEnd(_ quote: UInt8, _ result: inout [UInt8]) {
    for _ in 0..<2 where byte(ahead: 3) == quote {
      result.append(quote)
      advance()
    }
  }

  /// Consumes an escape sequence.
  private mutating func takeEscape(
    isLong: Bool, _ result: inout [UInt8]
  ) throws(TOMLSyntaxError) {
    guard let letter = byte(ahead: 1), isLong || letter >= 0x20 else { return advance() }
    if let plain = Self.escapes[letter] {
      result.append(plain)
      return advance(by: 2)
    }
    switch letter {
    case UInt8(ascii: "x"): try takeCharacter(digits: 2, &result)
    case UInt8(ascii: "u"): try takeCharacter(digits: 4, &result)
    case UInt8(ascii: "U"): try takeCharacter(digits: 8, &result)
    default:
      guard isLong, skipFoldedLines() else { throw .unknownEscape }
    }
  }

  private static let escapes: [UInt8: UInt8] = Dictionary(
    uniqueKeysWithValues: zip("btnfre\"\\".utf8, [0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b, 0x22, 0x5c]))

  private mutating func takeCharacter(
    digits count: Int, _ result: inout [UInt8]
  ) throws(TOMLSyntaxError) {
    let digits = bytes[(index + 2)...].prefix(count)
    guard digits.count == count, digits.allSatisfy({ TOMLScalar.isDigit($0, radix: 16) }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw .notACharacter }
    // Strings are passed to C, where a NUL ends them.
    guard value != 0 else { throw .nul }
    result += Array(String(Character(scalar)).utf8)
    advance(by: 2 + count)
  }

  /// Skips a backslash at the end of a line, and all whitespace after it.
  private mutating func skipFoldedLines() -> Bool {
    var ahead = 1
    while let byte = byte(ahead: ahead), byte == 0x20 || byte == 0x09 { ahead += 1 }
    if byte(ahead: ahead) == 0x0d { ahead += 1 }
    guard byte(ahead: ahead) == UInt8(ascii: "\n") else { return false }
    advance(by: ahead)
    repeat { skipSpaces() } while current != nil && takeLineEnd()
    return true
  }

  /// Whether a byte is a control character, forbidden in strings and comments; a tab is allowed.
  static func isControl(_ byte: UInt8) -> Bool {
    byte == 0x7f || (byte < 0x20 && byte != 0x09)
  }
}
