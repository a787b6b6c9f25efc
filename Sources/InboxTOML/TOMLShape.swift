/// The keys that a document may have, as a tree.
public struct TOMLShape: Sendable, Hashable {
  /// What may stand below, by key.
  var keys: [String: TOMLShape] = [:]
  /// Whether something that is no table may stand here.
  var isValue = false
  /// Whether the keys below are names of the user's own.
  var isOpen = false

  /// Begins with no keys, which allows only an empty document.
  public init() {}

  /// Allows values at some paths, and keys of the user's own below others.
  public init(values: some Sequence<TOMLPath>, open: some Sequence<TOMLPath> = []) {
    for path in values { allow(path) }
    for path in open { change(path) { $0.isOpen = true } }
  }

  /// Allows a value at a path, and further values below it in its place.
  public mutating func allow(_ path: TOMLPath, orBelow keys: TOMLShape = TOMLShape()) {
    change(path) { shape in
      shape.isValue = true
      shape.keys.merge(keys.keys) { own, _ in own }
    }
  }

  private mutating func change(_ path: TOMLPath, _ body: (inout TOMLShape) -> Void) {
    change(path.components[...], body)
  }

  private mutating func change(
    _ steps: ArraySlice<TOMLPath.Component>, _ body: (inout TOMLShape) -> Void
  ) {
    guard case .key(let key) = steps.first else { return body(&self) }
    keys[key, default: TOMLShape()].change(steps.dropFirst(), body)
  }
}
