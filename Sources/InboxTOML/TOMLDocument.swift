/// A document of TOML, in which each key and each value knows its position.
package struct TOMLDocument: Sendable, Hashable {
  /// The file, as messages show it.
  package let file: String
  /// The top table; with syntax errors, what could be read of it.
  package let root: TOMLNode
  /// All that keeps the text from being TOML, in the order of the text.
  package let syntaxErrors: [TOMLError]

  /// Reads a text.
  package init(_ text: String, file: String = "text") {
    let parser = TOMLParser(text, file: file)
    self.file = file
    root = parser.tree.node(of: TOMLTree.root)
    syntaxErrors = parser.errors
  }

  /// Whether nothing could be read of the text.
  package var isEmpty: Bool {
    if case .table(let entries) = root.value { entries.isEmpty } else { false }
  }

  /// The value at a path; nil when there is none.
  package func value(at path: TOMLPath) -> TOMLValue? {
    var node: TOMLNode? = root
    for component in path.components { node = node?[component] }
    return node?.value
  }

  /// Where the value at a path begins; of one that is absent, where its holder does.
  package func position(of path: TOMLPath) -> TOMLPosition {
    nearest(to: path).position
  }

  /// Where the key of a path begins.
  package func keyPosition(of path: TOMLPath) -> TOMLPosition {
    nearest(to: path).keyPosition
  }

  /// The keys of the table at a path, in the order of the text.
  package func keys(of path: TOMLPath) -> [String] {
    guard case .table(let entries) = value(at: path) else { return [] }
    return entries.sorted { $0.value.keyPosition < $1.value.keyPosition }.map(\.key)
  }

  private func nearest(to path: TOMLPath) -> TOMLNode {
    var node = root
    for component in path.components {
      guard let next = node[component] else { return node }
      node = next
    }
    return node
  }
}

extension TOMLNode {
  /// The value one step further down.
  fileprivate subscript(component: TOMLPath.Component) -> TOMLNode? {
    switch (component, value) {
    case (.key(let key), .table(let entries)): entries[key]
    case (.index(let index), .array(let elements)) where elements.indices.contains(index):
      elements[index]
    default: nil
    }
  }
}

/// The source of a document: a text, and where it came from.
package struct TOMLSource: Sendable, Hashable {
  /// The name that it was asked for by, without folder and ending.
  package var name: String
  /// The file, as messages show it; for a text that is no file a name in angle brackets.
  package var path: String
  package var text: String
  /// Whether it is compiled in, so that there is no file.
  package var isBuiltIn: Bool

  package init(name: String, path: String, text: String, isBuiltIn: Bool = false) {
    (self.name, self.path, self.text, self.isBuiltIn) = (name, path, text, isBuiltIn)
  }
}
