extension TOMLReader {
  /// Reports every key that nobody reads, with the nearest one that somebody does.
  ///
  /// - Parameters:
  ///   - known: The paths that are read. A path that lies above another one is a table too.
  ///   - open: The tables whose keys are names of the user's own.
  public mutating func reportUnknownKeys(known: Set<TOMLPath>, open: Set<TOMLPath> = []) {
    var children: [TOMLPath: Set<String>] = [:]
    for path in known.union(open) {
      var path = path
      while let parent = path.parent {
        children[parent, default: []].insert(path.lastKey)
        path = parent
      }
    }
    checkTable(at: TOMLPath(), children: children, known: known, open: open)
  }

  private mutating func checkTable(
    at table: TOMLPath, children: [TOMLPath: Set<String>], known: Set<TOMLPath>,
    open: Set<TOMLPath>
  ) {
    let names = children[table] ?? []
    for key in document.keys(of: table) {
      let path = table.appending(key: key)
      guard names.contains(key) else {
        report(.unknownKey(nearest: NearestName.nearest(to: key, in: names)), at: path)
        continue
      }
      guard let node = document.node(at: path), !open.contains(path), children[path] != nil else {
        continue
      }
      if case .table = node {
        checkTable(at: path, children: children, known: known, open: open)
      } else if !known.contains(path) {
        report(.wrongType(found: node.typeName, expected: "a table"), at: path)
      }
    }
  }
}
