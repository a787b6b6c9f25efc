/// A strict JSON parser (RFC 8259) that reads one value at a time and knows its position.
///
/// With the position an invalid record can be skipped; Foundation's parsers fail as a whole. A
/// leading byte order mark is skipped. A lone surrogate, as senders leave when they truncate a
/// text, becomes U+FFFD.
package struct JSONReader: Sendable {
  /// The whole text.
  let bytes: [UInt8]
  /// The offset of the next byte.
  package internal(set) var position: Int
  /// The offset of the end.
  package let end: Int
  /// Duplicate keys of objects.
  package internal(set) var repeatedKeys: [String] = []
  /// Whether strings may have control characters as themselves, as ``JSONWriter`` may keep them.
  package var takesControls = false
  private let maximumDepth: Int
  private var depth = 0

  /// Creates a parser of a range of a text, by default all of it.
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil, maximumDepth: Int = 512) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
    // Within a range it would be an ordinary character.
    if range == nil, bytes.starts(with: Self.byteOrderMark) {
      position = Self.byteOrderMark.count
    }
  }

  /// The byte order mark that some programs put before a text in UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Parses the only value of the text.
  package mutating func readWhole() throws(JSONError) -> JSONValue {
    let value = try read()
    skipSpace()
    if position < end { throw failure(.expected("the end")) }
    return value
  }

  /// Parses the next value and stops right after it.
  package mutating func read() throws(JSONError) -> JSONValue {
    skipSpace()
    guard let byte = peek() else { throw failure(.truncated) }
    switch byte {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", as: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: throw failure(.expected("a value"))
    }
  }

  /// Skips whitespace.
  mutating func skipSpace() {
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// Whether a byte is JSON whitespace.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  func peek() -> UInt8? {
    position < end ? bytes[position] : nil
  }

  func failure(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
    let offset = offset ?? position
    if case .expected = reason, offset >= end { return JSONError(reason: .truncated, offset: end) }
    return JSONError(reason: reason, offset: offset)
  }

  private mutating func readWord(
    _ word: StaticString, as value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard peek() == word.utf8Start[index] else {
        throw failure(.expected("a value"), at: peek() == nil ? position : start)
      }
      position += 1
    }
    return value
  }

  private mutating func readArray() throws(JSONError) -> JSONValue {
    try enter()
    var values: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return leave(.array(values)) }
    while true {
      values.append(try read())
      skipSpace()
      if take(UInt8(ascii: "]")) { return leave(.array(values)) }
      guard take(UInt8(ascii: ",")) else { throw failure(.expected("',' or ']'")) }
    }
  }

  private mutating func readObject() throws(JSONError) -> JSONValue {
    try enter()
    var fields: [String: JSONValue] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return leave(.object(fields)) }
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw failure(.expected("a key in quotes")) }
      let name = try readString()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure(.expected("':'")) }
      let value = try read()
      // Canonically equivalent names are kept apart.
      let key = ExactName.key(for: name, in: fields)
      if fields.updateValue(value, forKey: key) != nil { repeatedKeys.append(name) }
      skipSpace()
      if take(UInt8(ascii: "}")) { return leave(.object(fields)) }
      guard take(UInt8(ascii: ",")) else { throw failure(.expected("',' or '}'")) }
    }
  }

  private mutating func enter() throws(JSONError) {
    guard depth < maximumDepth else { throw failure(.tooDeep) }
    depth += 1
    position += 1
  }

  private mutating func leave(_ value: JSONValue) -> JSONValue {
    depth -= 1
    return value
  }

  /// Consumes a byte if it is the next one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }
}

/// A JSON syntax error with its offset.
package struct JSONError: Error, Sendable, Hashable {
  /// The reason of an error.
  package enum Reason: Sendable, Hashable {
    /// The text ends within a value.
    case truncated
    /// Something else is expected here.
    case expected(String)
    /// An unescaped control character in a string.
    case bareControlCharacter
    /// A string is not valid UTF-8.
    case notUTF8
    /// Objects and arrays are nested too deeply.
    case tooDeep
  }

  /// The kind of the error.
  package var reason: Reason
  /// The offset of the error, in bytes from the start of the text.
  package var offset: Int
}
