import InboxText

extension TOMLReader {
  /// Reports every key that nobody reads, with the nearest one that somebody does.
  public mutating func reportUnknownKeys(_ shape: TOMLShape) {
    guard case .table(let entries) = document.root else { return }
    var found: [(path: TOMLPath, kind: TOMLError.Kind)] = []
    Self.check(entries, at: TOMLPath(), shape, &found)
    // Good files, which are most, need no order.
    let sorted = found.map { (document.line(of: $0.path) ?? 0, $0.path.description, $0) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    for (_, _, problem) in sorted { report(problem.kind, at: problem.path) }
  }

  private static func check(
    _ entries: [String: TOMLNode], at table: TOMLPath, _ shape: TOMLShape,
    _ found: inout [(path: TOMLPath, kind: TOMLError.Kind)]
  ) {
    for (key, node) in entries {
      guard let below = shape.keys[key] else {
        let nearest = NearestName.nearest(to: key, in: shape.keys.keys)
        found.append((table.appending(key: key), .unknownKey(nearest: nearest)))
        continue
      }
      guard !below.isOpen, !below.keys.isEmpty else { continue }
      if case .table(let entries) = node {
        check(entries, at: table.appending(key: key), below, &found)
      } else if !below.isValue {
        let kind = TOMLError.Kind.wrongType(found: node.typeName, expected: "a table")
        found.append((table.appending(key: key), kind))
      }
    }
  }
}
