/// A pattern of sources: one path, or all that lie below one.
///
/// ```swift
/// SourcePattern(parsing: "ntfy/*")?.matches("ntfy/alerts")  // true
/// ```
///
/// Paths are compared byte by byte, as the database does: `é` is not `e` with an accent behind it.
package struct SourcePattern: Sendable, Hashable {
  /// The forms of a pattern, as a message about a wrong one lists them.
  package static let forms = ["PATH", "PATH/*"]

  /// What was written.
  package let text: String

  /// Reads a whole path, or one with `/*` at its end; a `*` elsewhere would promise too much.
  ///
  /// - Returns: Nil for a text that is neither.
  package init?(parsing text: String) {
    let stem = Self.backslashes(in: text) == nil ? text[...] : text.dropLast(2)
    guard !stem.isEmpty, !stem.contains("*") else { return nil }
    self.text = text
  }

  /// Takes a text as it is: one that is no pattern is a path that nobody sends from.
  init(_ text: String) {
    self.text = text
  }

  /// Takes the name of one sender, which may end as a pattern of several does: a backslash before
  /// the `*` says so.
  package init(exactly source: String) {
    text = Self.backslashes(in: source) == nil ? source : source.dropLast() + "\\*"
  }

  /// Whether a sender is meant.
  package func matches(_ source: String) -> Bool {
    guard !isFolder else { return source.utf8.starts(with: text.utf8.dropLast()) }
    let path = path
    // What is not equal as a text has other bytes too, and is told so in one step.
    return source == path && source.utf8.elementsEqual(path.utf8)
  }

  /// Whether all below the path are meant, and not the path itself.
  private var isFolder: Bool { Self.backslashes(in: text) == 0 }

  /// The path of one sender.
  private var path: String {
    Self.backslashes(in: text) == nil ? text : text.dropLast(2) + "*"
  }

  /// How many backslashes stand between `/` and `*` at the end; nil for a text with another end.
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

  /// Where the senders lie in their index; a single path brings what ``matches(_:)`` leaves out.
  var bounds: (from: String, to: String) {
    // `0` is the character after `/`; no text lies between another and the same with U+0001
    // but such as hold a control character.
    isFolder
      ? (String(text.dropLast()), text.dropLast(2) + "0") : (path, path + "\u{1}")
  }
}
