/// A pattern of sources: one path, or all paths below one.
///
/// ```swift
/// SourcePattern(parsing: "ntfy/*")?.matches("ntfy/alerts")  // true
/// ```
///
/// Paths are compared byte by byte, as in the database: precomposed and decomposed `é` differ.
package struct SourcePattern: Sendable, Hashable {
  /// The forms of a pattern, for error messages.
  package static let forms = ["PATH", "PATH/*"]

  /// The text of the pattern.
  package let text: String

  /// Parses a whole path, or one with `/*` at its end; a `*` elsewhere is not supported.
  ///
  /// - Returns: Nil for any other text.
  package init?(parsing text: String) {
    let stem = Self.backslashes(in: text) == nil ? text[...] : text.dropLast(2)
    guard !stem.isEmpty, !stem.contains("*") else { return nil }
    self.text = text
  }

  /// Wraps a text without validation: an invalid pattern is a path that nobody sends from.
  init(_ text: String) {
    self.text = text
  }

  /// A pattern for exactly one source; a trailing `/*` in its name is escaped by a backslash
  /// before the `*`.
  package init(exactly source: String) {
    text = Self.backslashes(in: source) == nil ? source : source.dropLast() + "\\*"
  }

  /// Whether a source matches.
  package func matches(_ source: String) -> Bool {
    guard !isFolder else { return source.utf8.starts(with: text.utf8.dropLast()) }
    let path = path
    // Texts that are not equal differ in bytes too, a fast first check.
    return source == path && source.utf8.elementsEqual(path.utf8)
  }

  /// Whether it matches all paths below, and not the path itself.
  private var isFolder: Bool { Self.backslashes(in: text) == 0 }

  /// The path without escapes.
  private var path: String {
    Self.backslashes(in: text) == nil ? text : text.dropLast(2) + "*"
  }

  /// The number of backslashes between `/` and `*` at the end; nil for a text with another end.
  private static func backslashes(in text: String) -> Int? {
    guard text.utf8.last == UInt8(ascii: "*") else { return nil }
    let rest = text.utf8.dropLast()
    let count = rest.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    return rest.dropLast(count).last == UInt8(ascii: "/") ? count : nil
  }
}

extension SourcePattern {
  /// The condition on a row of `message AS m`.
  var condition: SQLCondition {
    guard isFolder else { return SQLCondition("m.source = ?", path) }
    return SQLCondition("m.source >= ? AND m.source < ?", bounds.from, bounds.to)
  }

  /// Bounds in the index of sources; a single path includes what ``matches(_:)`` excludes.
  var bounds: (from: String, to: String) {
    // `0` is the character after `/`; between a text and the same with U+0001 there are only texts
    // with a control character.
    isFolder
      ? (String(text.dropLast()), text.dropLast(2) + "0") : (path, path + "\u{1}")
  }
}
