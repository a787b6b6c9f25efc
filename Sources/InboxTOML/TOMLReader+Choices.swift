import InboxText

extension TOMLReader {
  /// The choice at a path, which must be one of a type's raw values.
  public mutating func choice<Choice: CaseIterable & RawRepresentable>(
    at path: TOMLPath, of type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    choice(at: path, from: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// The strings of the list at a path.
  public mutating func strings(at path: TOMLPath) -> [String]? {
    guard let node = document.node(at: path) else { return nil }
    guard case .array(let nodes) = node else {
      return mismatch(node, "a list of strings", at: path)
    }
    var strings: [String] = []
    for (index, node) in nodes.enumerated() {
      guard case .string(let text) = node else {
        return mismatch(node, "a string", at: path.appending(index: index))
      }
      strings.append(text)
    }
    return strings
  }

  /// The strings of the list at a path, each of which must be one of `names`.
  public mutating func choices(at path: TOMLPath, from names: [String]) -> [String]? {
    guard let strings = strings(at: path) else { return nil }
    guard let bad = strings.firstIndex(where: { !names.contains($0) }) else { return strings }
    let nearest = NearestName.nearest(to: strings[bad], in: names)
    let expected = "one of " + names.joined(separator: ", ")
    report(
      .badValue(strings[bad], expected: expected, nearest: nearest),
      at: path.appending(index: bad))
    return nil
  }
}
