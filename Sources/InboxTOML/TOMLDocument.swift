/// A parsed TOML document, with the position of each key and value.
package struct TOMLDocument: Sendable, Hashable {
  /// The path of the file, for messages.
  package let file: String
  /// The root table; with syntax errors, as much as could be parsed.
  package let root: TOMLNode
  /// The syntax errors, in the order of the text.
  package let syntaxErrors: [TOMLError]

  /// Parses a text.
  package init(_ text: String, file: String = "text") {
    let parser = TOMLParser(text, file: file)
    self.file = file
    root = parser.tree.node(of: TOMLTree.root)
    syntaxErrors = parser.errors
  }

  /// Whether the root table is empty.
  package var isEmpty: Bool {
    if case .table(let entries) = root.value { entries.isEmpty } else { false }
  }

  /// The value at a path; nil if there is none.
  package func value(at path: TOMLPath) -> TOMLValue? {
    var node: TOMLNode? = root
    for component in path.components { node = node?[component] }
    return node?.value
  }

  /// The position of the value at a path; for an absent one, that of its nearest ancestor.
  package func position(of path: TOMLPath) -> TOMLPosition {
    nearest(to: path).position
  }

  /// The position of the key of a path.
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
  /// The child node of a path component; nil if there is none.
  fileprivate subscript(component: TOMLPath.Component) -> TOMLNode? {
    switch (component, value) {
    case (.key(let key), .table(let entries)): entries[key]
    case (.index(let index), .array(let elements)) where elements.indices.contains(index):
      elements[index]
    default: nil
    }
  }
}

/// The source of a document: its text and origin.
package struct TOMLSource: Sendable, Hashable {
  /// The name, without folder and file extension.
  package var name: String
  /// The path for messages; for a text that is not a file, a name in angle brackets.
  package var path: String
  package var text: String
  /// Whether it is compiled into the program.
  package var isBuiltIn: Bool

  package init(name: String, path: String, text: String, isBuiltIn: Bool = false) {
    (self.name, self.path, self.text, self.isBuiltIn) = (name, path, text, isBuiltIn)
  }
}
