import TOMLKit

/// A parsed text that still knows on which line each of its values stands.
public struct TOMLDocument: Sendable, Hashable {
  /// The top table.
  public let root: TOMLNode
  /// The line of each key path, from 1.
  let lines: [TOMLPath: Int]

  /// Parses a text.
  ///
  /// - Throws: ``TOMLError`` of the kind `syntax`, with its line.
  public init(parsing text: String) throws(TOMLError) {
    if let line = Self.lineOfNull(in: text) {
      throw Self.null(line)
    }
    do {
      root = .copying(try TOMLTable(string: text))
    } catch let error as TOMLParseError {
      throw TOMLError(
        line: error.source.begin.line, kind: .syntax(TOMLSyntax.words(for: error.description)))
    } catch {
      throw TOMLError(line: nil, kind: .syntax("\(error)"))
    }
    var index = TOMLLineIndex(text)
    lines = index.build()
    // The parser hands strings out as C does, so a NUL would cut the value.
    if let line = index.scanner.lineOfNull { throw Self.null(line) }
  }

  /// The value at a path; nil when there is none.
  public func node(at path: TOMLPath) -> TOMLNode? {
    var node = root
    for component in path.components {
      switch (component, node) {
      case (.key(let key), .table(let entries)):
        guard let next = entries[key] else { return nil }
        node = next
      case (.index(let index), .array(let elements)) where elements.indices.contains(index):
        node = elements[index]
      default: return nil
      }
    }
    return node
  }

  /// The line where a value, or what holds it, stands; from 1.
  public func line(of path: TOMLPath) -> Int? {
    var path: TOMLPath? = path
    while let candidate = path {
      if let line = lines[candidate] { return line }
      path = candidate.parent
    }
    return nil
  }

  /// The keys of the table at a path, in the order of the text.
  public func keys(of path: TOMLPath) -> [String] {
    guard case .table(let entries) = node(at: path) else { return [] }
    return entries.keys.map { (lines[path.appending(key: $0)] ?? 0, $0) }
      .sorted { $0 < $1 }.map(\.1)
  }

  private static func null(_ line: Int) -> TOMLError {
    TOMLError(line: line, kind: .syntax("a NUL character cannot stand in a text file"))
  }

  private static func lineOfNull(in text: String) -> Int? {
    guard let place = text.utf8.firstIndex(of: 0) else { return nil }
    return text.utf8[..<place].count { $0 == UInt8(ascii: "\n") } + 1
  }
}
