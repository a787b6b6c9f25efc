/// Where a value stands in a document: keys and places in arrays, from the top.
public struct TOMLPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// One step down.
  public enum Component: Sendable, Hashable {
    /// Into a table.
    case key(String)
    /// Into an array, from 0.
    case index(Int)
  }

  /// The steps from the top.
  public var components: [Component]

  /// Makes a path from its steps.
  public init(_ components: [Component] = []) {
    self.components = components
  }

  /// Splits at dots; a key that has a dot in it needs ``appending(key:)``.
  public init(_ text: String) {
    components = text.split(separator: ".").map { .key(String($0)) }
  }

  /// The same as ``init(_:)-(String)``.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// One step further, into a table.
  public func appending(key: String) -> TOMLPath {
    TOMLPath(components + [.key(key)])
  }

  /// One step further, into an array.
  public func appending(index: Int) -> TOMLPath {
    TOMLPath(components + [.index(index)])
  }

  /// One step back; nil at the top.
  public var parent: TOMLPath? {
    components.isEmpty ? nil : TOMLPath(Array(components.dropLast()))
  }

  /// The last key, as people write it; empty at the top.
  public var lastKey: String {
    guard case .key(let key) = components.last else { return "" }
    return key
  }

  /// As a file would write it: `unread.title`, `keys."C-d"`, `list[2]`.
  public var description: String {
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
