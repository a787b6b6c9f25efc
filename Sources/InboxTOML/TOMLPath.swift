/// The path of a value in a document: keys and indices of arrays, from the top.
package struct TOMLPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// A component of a path.
  package enum Component: Sendable, Hashable {
    /// Into a table.
    case key(String)
    /// Into an array, from 0.
    case index(Int)
  }

  /// The steps from the top.
  package var components: [Component]

  /// Makes a path from its steps.
  package init(_ components: [Component] = []) {
    self.components = components
  }

  /// Splits at dots; a key that has a dot in it needs ``appending(key:)``.
  package init(_ text: String) {
    components = text.split(separator: ".").map { .key(String($0)) }
  }

  /// The same as ``init(_:)-(String)``.
  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// One step further, into a table.
  package func appending(key: String) -> TOMLPath {
    TOMLPath(components + [.key(key)])
  }

  /// One step further, into an array.
  package func appending(index: Int) -> TOMLPath {
    TOMLPath(components + [.index(index)])
  }

  /// One step back; nil at the top.
  package var parent: TOMLPath? {
    components.isEmpty ? nil : TOMLPath(Array(components.dropLast()))
  }

  /// The last key, as people write it; empty at the top.
  package var lastKey: String {
    guard case .key(let key) = components.last else { return "" }
    return key
  }

  /// As a file would write it: `unread.title`, `keys."C-d"`, `list[2]`.
  package var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let key): text += (text.isEmpty ? "" : ".") + TOMLText.key(key)
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
