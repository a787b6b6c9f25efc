import InboxText

/// A parser of TOML 1.1 that records the position of each key and value.
///
/// It recovers at the line after an error unless the erroneous statement may span lines, so that
/// as many errors of a file as possible are reported at once.
struct TOMLParser {
  /// The document so far.
  private(set) var tree = TOMLTree()
  /// The errors in the order of the text.
  private(set) var errors: [TOMLError] = []

  private let file: String
  private var scanner: TOMLScanner
  /// The current table, which key-value pairs are added to.
  private var table = TOMLTree.root

  /// Maximum depth of nested tables and arrays.
  static let mostLevels = 64
  /// Maximum number of errors; more of them suggest a file of another kind.
  private static let mostErrors = 20

  /// Parses a text as far as possible.
  init(_ text: String, file: String) {
    self.file = file
    scanner = TOMLScanner(text)
    if text.utf8.contains(0) {
      refuseNul()
    } else {
      readStatements()
    }
  }

  private mutating func readStatements() {
    while scanner.current != nil {
      let start = scanner
      do throws(TOMLSyntaxError) {
        try readStatement()
      } catch {
        report(error)
        guard recover(from: start) else { return leaveOff() }
      }
      guard errors.count < Self.mostErrors else { return leaveOff() }
    }
  }

  /// Records an error at the current position.
  private mutating func report(_ error: TOMLSyntaxError) {
    report(error, at: scanner.position())
  }

  private mutating func report(_ error: TOMLSyntaxError, at position: TOMLPosition) {
    guard errors.count < Self.mostErrors else { return }
    errors.append(TOMLError(file: file, position: position, kind: .syntax(error)))
  }

  /// Skips to the next line; false if the statement at `start` may span more lines.
  private mutating func recover(from start: TOMLScanner) -> Bool {
    var line = start
    while let byte = line.current, byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { return false }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), line.isLongString { return false }
      line.advance()
    }
    scanner = line
    return true
  }

  /// Records that the rest was not parsed, if there is any.
  private mutating func leaveOff() {
    scanner.skipLine()
    var rest = scanner
    while let byte = rest.current, byte <= 0x20 { rest.advance() }
    guard rest.current != nil else { return }
    errors.append(TOMLError(file: file, position: errors.last?.position, kind: .restUnread))
  }

  private mutating func refuseNul() {
    while let byte = scanner.current, byte != 0 { scanner.advance() }
    report(.nul)
  }
}

/// Statements: headers and key-value pairs.
extension TOMLParser {
  private mutating func readStatement() throws(TOMLSyntaxError) {
    scanner.skipSpaces()
    switch scanner.current {
    case UInt8(ascii: "["): try readHeader()
    case nil, UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
    case let byte? where byte.isWordByte || byte == 0x22 || byte == 0x27:
      try readPair(in: table)
    default: throw .missingKey
    }
    try scanner.skipSpacesAndComment()
    guard scanner.takeLineEnd() else { throw .textBehindValue }
  }

  /// Parses a header, `[a.b]` or `[[a.b]]`.
  private mutating func readHeader() throws(TOMLSyntaxError) {
    let isElement = scanner.take("[[")
    if !isElement { scanner.advance() }
    let start = scanner.index
    let keys = try readKeys()
    guard isElement ? scanner.take("]]") : scanner.take("]") else { throw .headerNotClosed }
    try scanner.skipSpacesAndComment()
    guard scanner.isAtLineEnd else { throw .textBehindHeader }
    do throws(TOMLSyntaxError) {
      table = try tree.open(keys, isElement: isElement)
    } catch {
      scanner.rewind(to: start)
      throw error
    }
  }

  /// Parses a key-value pair, `a.b = value`.
  private mutating func readPair(in table: Int) throws(TOMLSyntaxError) {
    let keys = try readKeys()
    guard scanner.take("=") else { throw .missingEquals }
    scanner.skipSpaces()
    let position = scanner.position()
    let value = try readValue(level: tree.level(of: table) + keys.count)
    do throws(TOMLSyntaxError) {
      try tree.insert(value, at: position, as: keys, in: table)
    } catch {
      report(error, at: keys.last?.position ?? position)
    }
  }

  /// Parses a dotted key, with optional blanks around each part.
  private mutating func readKeys() throws(TOMLSyntaxError) -> [TOMLTree.Key] {
    var keys: [TOMLTree.Key] = []
    repeat {
      scanner.skipSpaces()
      let position = scanner.position()
      keys.append(TOMLTree.Key(name: try scanner.takeKey(), position: position))
      scanner.skipSpaces()
    } while scanner.take(".")
    return keys
  }
}

/// Values.
extension TOMLParser {
  /// Parses a value within `level` tables and arrays.
  private mutating func readValue(level: Int) throws(TOMLSyntaxError) -> TOMLValue {
    switch scanner.current {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try scanner.takeString())
    case UInt8(ascii: "["):
      guard level < Self.mostLevels else { throw .tooDeep }
      return .array(try readElements(level: level + 1))
    case UInt8(ascii: "{"):
      guard level < Self.mostLevels else { throw .tooDeep }
      return try readInlineTable(level: level)
    default: return try readScalar()
    }
  }

  private mutating func readElements(level: Int) throws(TOMLSyntaxError) -> [TOMLNode] {
    let start = scanner.index
    scanner.advance()
    try scanner.skipBlank()
    var elements: [TOMLNode] = []
    while !scanner.take("]") {
      guard scanner.current != nil else {
        scanner.rewind(to: start)
        throw .arrayNotClosed
      }
      let position = scanner.position()
      let value = try readValue(level: level)
      elements.append(TOMLNode(value: value, position: position, keyPosition: position))
      try scanner.skipBlank()
      let hasComma = scanner.take(",")
      try scanner.skipBlank()
      guard hasComma || scanner.current == UInt8(ascii: "]") || scanner.current == nil else {
        throw .noCommaInArray
      }
    }
    return elements
  }

  private mutating func readInlineTable(level: Int) throws(TOMLSyntaxError) -> TOMLValue {
    let start = scanner.index
    let table = tree.begin(at: scanner.position(), level: level)
    scanner.advance()
    try scanner.skipBlank()
    while !scanner.take("}") {
      guard scanner.current != nil else { throw notClosed(from: start) }
      try readPair(in: table)
      scanner.skipSpaces()
      let isLineEnd = scanner.isAtLineEnd
      try scanner.skipBlank()
      guard !scanner.take(",") else {
        try scanner.skipBlank()
        continue
      }
      guard scanner.current == UInt8(ascii: "}") else {
        // Text on a line of its own is rarely meant to be within the braces.
        throw isLineEnd ? notClosed(from: start) : .noCommaInInlineTable
      }
    }
    return tree.finish(table)
  }

  /// The error of an unclosed inline table, at its start.
  private mutating func notClosed(from start: Int) -> TOMLSyntaxError {
    scanner.rewind(to: start)
    return .inlineTableNotClosed
  }

  private mutating func readScalar() throws(TOMLSyntaxError) -> TOMLValue {
    let start = scanner.index
    var word = scanner.takeBareValue()
    if TOMLScalar.isDate(word), scanner.current == UInt8(ascii: " "),
      let next = scanner.byte(ahead: 1), TOMLScalar.isDigit(next, radix: 10)
    {
      scanner.advance()
      word += " " + scanner.takeBareValue()
    }
    do throws(TOMLSyntaxError) {
      return try TOMLScalar.value(of: word)
    } catch {
      scanner.rewind(to: start)
      throw error
    }
  }
}
