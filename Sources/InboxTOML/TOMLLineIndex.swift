/// Finds the line of each key path in a text that is known to be good TOML.
///
/// The parser tells positions only for syntax errors, so this walks the text a second time and
/// looks only at what decides where keys begin: brackets, quotes, comments and line ends.
struct TOMLLineIndex {
  var scanner: TOMLScanner
  private var lines: [TOMLPath: Int] = [:]
  /// How many elements each array of tables has so far.
  private var arrayCounts: [TOMLPath: Int] = [:]

  /// Prepares to walk `text`.
  init(_ text: String) {
    scanner = TOMLScanner(text)
  }

  /// Walks the whole text.
  mutating func build() -> [TOMLPath: Int] {
    var table = TOMLPath()
    scanner.skipBlank()
    while let byte = scanner.current {
      if byte == UInt8(ascii: "[") {
        table = header()
      } else {
        pair(in: table)
      }
      scanner.skipBlank()
    }
    return lines
  }

  /// `[a.b]` or `[[a.b]]`; returns the table that the following pairs belong to.
  private mutating func header() -> TOMLPath {
    let line = scanner.line
    scanner.advance()
    let isArray = scanner.take(UInt8(ascii: "["))
    let keys = scanner.dottedKey()
    scanner.skipLine()
    var path = TOMLPath()
    for key in keys.dropLast() {
      path = innermost(path.appending(key: key))
      note(path, at: line)
    }
    path = path.appending(key: keys.last ?? "")
    guard isArray else {
      lines[path] = line
      return path
    }
    note(path, at: line)
    let element = path.appending(index: arrayCounts[path, default: 0])
    arrayCounts[path, default: 0] += 1
    lines[element] = line
    return element
  }

  /// `a.b = value`.
  private mutating func pair(in table: TOMLPath) {
    let line = scanner.line
    let start = scanner.position
    var path = table
    for key in scanner.dottedKey() {
      path = path.appending(key: key)
      note(path, at: line)
    }
    scanner.skipSpaces()
    _ = scanner.take(UInt8(ascii: "="))
    value(at: path)
    // A text that is not what the parser accepted must not hold the walk up.
    if scanner.position == start { scanner.advance() }
  }

  private mutating func value(at path: TOMLPath) {
    scanner.skipBlank()
    switch scanner.current {
    case UInt8(ascii: "["): elements(of: path)
    case UInt8(ascii: "{"): inlineTable(at: path)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): scanner.skipString()
    default: scanner.skipBareValue()
    }
  }

  private mutating func elements(of path: TOMLPath) {
    scanner.advance()
    var index = 0
    scanner.skipBlankAndCommas()
    while let byte = scanner.current, byte != UInt8(ascii: "]") {
      let start = scanner.position
      let element = path.appending(index: index)
      note(element, at: scanner.line)
      value(at: element)
      index += 1
      scanner.skipBlankAndCommas()
      if scanner.position == start { scanner.advance() }
    }
    scanner.advance()
  }

  private mutating func inlineTable(at path: TOMLPath) {
    scanner.advance()
    scanner.skipBlankAndCommas()
    while let byte = scanner.current, byte != UInt8(ascii: "}") {
      pair(in: path)
      scanner.skipBlankAndCommas()
    }
    scanner.advance()
  }

  /// The last element where `path` is an array of tables, else `path`.
  private func innermost(_ path: TOMLPath) -> TOMLPath {
    arrayCounts[path].map { path.appending(index: $0 - 1) } ?? path
  }

  private mutating func note(_ path: TOMLPath, at line: Int) {
    if lines[path] == nil { lines[path] = line }
  }
}
