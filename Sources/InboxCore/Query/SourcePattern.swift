/// A pattern of sources: a path with all paths below it, a path alone, or all paths below one.
///
/// ```swift
/// SourcePattern(parsing: "ntfy")?.matches("ntfy/alerts")  // true
/// SourcePattern(parsing: "=ntfy")?.matches("ntfy/alerts")  // false
/// ```
///
/// Paths are compared byte by byte, as in the database: precomposed and decomposed `é` differ.
package struct SourcePattern: Sendable, Hashable {
  /// The forms of a pattern, for error messages.
  package static let forms = ["PATH", "=PATH", "PATH/*"]

  /// The text of the pattern.
  package let text: String
  /// The path without marks and escapes.
  package let path: String
  private let reach: Reach

  /// The paths that match, relative to the path of the pattern.
  private enum Reach {
    /// The path alone: `=ci`.
    case path
    /// The path and all below it: `ci`.
    case subtree
    /// All below the path: `ci/*`, or `ci/`.
    case below
  }

  /// Parses `ci`, `=ci`, or `ci/*`; after a `=` the path is literal, elsewhere a `*` is not
  /// supported.
  ///
  /// - Returns: Nil for any other text.
  package init?(parsing text: String) {
    self.init(text)
    let stem = Self.backslashes(in: path[...]) == nil ? path[...] : path.dropLast()
    guard !path.isEmpty, reach == .path || !stem.contains("*") else { return nil }
  }

  /// Wraps a text without validation: an invalid pattern is a path that nobody sends from.
  init(_ text: String) {
    self.text = text
    guard text.utf8.first != UInt8(ascii: "=") else {
      (path, reach) = (String(text.dropFirst()), .path)
      return
    }
    let escaped = Self.isMarked(text.drop { $0 == "\\" }) && text.first == "\\"
    let name = escaped ? text.dropFirst() : text[...]
    switch Self.backslashes(in: name) {
    case 0: (path, reach) = (String(name.dropLast(2)), .below)
    case nil where name.utf8.count > 1 && name.utf8.last == UInt8(ascii: "/"):
      (path, reach) = (String(name.dropLast()), .below)
    case nil: (path, reach) = (String(name), .subtree)
    default: (path, reach) = (name.dropLast(2) + "*", .subtree)
    }
  }

  /// A pattern for exactly one source: `=ci`.
  package init(exactly source: String) { self.init("=" + source) }

  /// A pattern for a source and all below it: `ci`.
  ///
  /// A leading `=` and a trailing `/*` in its name are escaped by a backslash.
  package init(subtreeAt source: String) {
    let start = Self.isMarked(source.drop { $0 == "\\" }) ? "\\" : ""
    let name = Self.backslashes(in: source[...]) == nil ? source : source.dropLast() + "\\*"
    self.init(start + name)
  }

  /// Whether a source matches.
  package func matches(_ source: String) -> Bool {
    let (source, path) = (source.utf8, path.utf8)
    // A different length is a fast first check.
    guard source.count > path.count else {
      return reach != .below && source.count == path.count && source.elementsEqual(path)
    }
    guard reach != .path, source.starts(with: path) else { return false }
    return source.dropFirst(path.count).first == UInt8(ascii: "/")
  }

  private static func isMarked(_ text: Substring) -> Bool {
    text.utf8.first == UInt8(ascii: "=")
  }

  /// The number of backslashes between `/` and `*` at the end; nil for a text with another end.
  private static func backslashes(in text: Substring) -> Int? {
    guard text.utf8.last == UInt8(ascii: "*") else { return nil }
    let rest = text.utf8.dropLast()
    let count = rest.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    return rest.dropLast(count).last == UInt8(ascii: "/") ? count : nil
  }
}

extension SourcePattern {
  /// The condition on a row: one range of an index of sources.
  ///
  /// The range of a subtree also has names such as `ci-x`, which sort between `ci` and `ci/`; they
  /// are dropped by the index entry. Two ranges joined by OR would be read by a slower plan.
  func condition(of row: String = "m") -> SQLCondition {
    let source = row + ".source"
    return switch reach {
    case .path: SQLCondition("\(source) = ?", path)
    case .below: SQLCondition("\(source) >= ? AND \(source) < ?", path + "/", end)
    case .subtree:
      SQLCondition(
        "\(source) >= ? AND \(source) < ? AND (\(source) >= ? OR \(source) = ?)", path, end,
        path + "/", path)
    }
  }

  /// Ranges in the index of sources that contain all matches; they may contain more.
  var ranges: [(from: String, to: String)] {
    // Between a text and the same with U+0001 there are only texts with a control character.
    let single = (path, path + "\u{1}")
    let below = (path + "/", end)
    return switch reach {
    case .path: [single]
    case .below: [below]
    case .subtree: [single, below]
    }
  }

  /// The first text behind all paths below the path: `0` is the character after `/`.
  private var end: String { path + "0" }
}

/// A pattern of categories: a ``SourcePattern``, regardless of case.
struct CategoryPattern {
  private let pattern: SourcePattern

  /// Creates the pattern of a text; any text is valid.
  init(_ text: String) {
    pattern = SourcePattern(text.storable.lowercased())
  }

  /// Whether a category matches.
  func matches(_ category: String) -> Bool {
    pattern.matches(category.storable.lowercased())
  }

  /// Whether one of the categories matches.
  func matches(anyOf categories: [String]) -> Bool { categories.contains(where: matches) }
}
