/// The path of a value in a document: keys and array indices, from the root.
package struct TOMLPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// A component of a path.
  package enum Component: Sendable, Hashable {
    /// A key of a table.
    case key(String)
    /// An index of an array, from 0.
    case index(Int)
  }

  /// The components from the root.
  package var components: [Component]

  /// Creates a path from its components.
  package init(_ components: [Component] = []) {
    self.components = components
  }

  /// Parses a dotted path; a key that contains a dot needs ``appending(key:)``.
  package init(_ text: String) {
    components = text.split(separator: ".").map { .key(String($0)) }
  }

  /// The same as ``init(_:)-(String)``.
  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// The path of a key below this one.
  package func appending(key: String) -> TOMLPath {
    TOMLPath(components + [.key(key)])
  }

  /// The path of an element of this array.
  package func appending(index: Int) -> TOMLPath {
    TOMLPath(components + [.index(index)])
  }

  /// The path without its last component; nil at the root.
  package var parent: TOMLPath? {
    components.isEmpty ? nil : TOMLPath(Array(components.dropLast()))
  }

  /// The header of the table of a key, such as `[alerts]`; nil for a top-level key.
  package var tableHeader: String? {
    guard let parent, !parent.components.isEmpty else { return nil }
    return "[\(parent)]"
  }

  /// The last key, unquoted; empty for the root and for an element of an array.
  package var lastKey: String {
    guard case .key(let key) = components.last else { return "" }
    return key
  }

  /// The path for people: `unread.title`, `keys."C-d"`, and `rules[2]` for the second one.
  package var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let key): text += (text.isEmpty ? "" : ".") + TOMLText.key(key)
      case .index(let index): text += "[\(index + 1)]"
      }
    }
    return text
  }
}
