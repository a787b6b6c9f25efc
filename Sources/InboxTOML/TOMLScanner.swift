/// Steps through the bytes of a text and counts its lines.
struct TOMLScanner {
  private let bytes: [UInt8]
  /// The next byte's place.
  private(set) var position = 0
  /// The next byte's line, from 1.
  private(set) var line = 1
  /// The line of the first string that has a NUL written as an escape.
  private(set) var lineOfNull: Int?

  /// Begins at the start of `text`.
  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// The next byte; nil at the end.
  var current: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Goes over one byte.
  mutating func advance() {
    guard position < bytes.count else { return }
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Goes over `byte` if it is next, and says whether it was.
  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    advance()
    return true
  }

  /// Goes over blanks within the line.
  mutating func skipSpaces() {
    while let byte = current, byte == 0x20 || byte == 0x09 { advance() }
  }

  /// Goes to the end of the line.
  mutating func skipLine() {
    while let byte = current, byte != UInt8(ascii: "\n") { advance() }
  }

  /// Goes over blanks, line ends and comments.
  mutating func skipBlank() {
    while let byte = current {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0d: advance()
      case UInt8(ascii: "#"): skipLine()
      default: return
      }
    }
  }

  /// Goes over what may stand between the elements of an array.
  mutating func skipBlankAndCommas() {
    skipBlank()
    while take(UInt8(ascii: ",")) { skipBlank() }
  }

  /// Goes over a number, a boolean or a date.
  mutating func skipBareValue() {
    while let byte = current, !",]}#\r\n".utf8.contains(byte) { advance() }
  }

  /// Goes over a string of any of the four sorts.
  mutating func skipString() {
    guard let quote = current else { return }
    let isLong = bytes[position...].starts(with: [quote, quote, quote])
    for _ in 0..<(isLong ? 3 : 1) { advance() }
    while let byte = current {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        advance()
        noteNull()
      } else if byte == quote, !isLong || bytes[position...].starts(with: [quote, quote, quote]) {
        break
      }
      advance()
    }
    // A long string may end in one or two quotes of its own.
    while isLong, bytes[position...].starts(with: [quote, quote, quote, quote]) { advance() }
    for _ in 0..<(isLong ? 3 : 1) { advance() }
  }

  /// Looks whether what follows a backslash stands for a NUL.
  private mutating func noteNull() {
    guard lineOfNull == nil, let letter = current,
      let count = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][letter]
    else { return }
    let digits = bytes[(position + 1)...].prefix(count)
    if digits.count == count, digits.allSatisfy({ $0 == UInt8(ascii: "0") }) { lineOfNull = line }
  }

  /// Takes keys with dots between them.
  mutating func dottedKey() -> [String] {
    var keys: [String] = []
    repeat {
      skipSpaces()
      keys.append(key())
      skipSpaces()
    } while take(UInt8(ascii: "."))
    return keys
  }

  private mutating func key() -> String {
    let start = position
    guard current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") else {
      while let byte = current, !".=] \t\r\n".utf8.contains(byte) { advance() }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    let isBasic = current == UInt8(ascii: "\"")
    skipString()
    let inner = bytes[start..<position].dropFirst().dropLast()
    return isBasic ? TOMLScanner.unescaped(inner) : String(decoding: inner, as: UTF8.self)
  }
}
