import InboxCore

/// The sources as a tree of paths: `ci/shop` is below `ci`.
///
/// A path without messages of its own and with a single path below it is joined with that one, so
/// that `github/owner/project` is one row.
struct SourceTree: Sendable, Hashable {
  /// A row: a path, or all sources.
  struct Row: Sendable, Hashable {
    /// The whole path; nil for all sources.
    var path: String?
    /// The part behind the path of its parent.
    var name: String
    /// The number of parents.
    var depth = 0
    /// The filter of its messages and of all below it.
    var filter = MessageFilter.all
    /// The number of unread messages of the path and all below it; nil where others have it.
    var unread: Int?
    /// The number of rows directly below it.
    var childCount = 0
    /// Whether these are hidden; nil if there are none, or it is not asked.
    var isFolded: Bool?
    /// Whether it stands for the rows below the visible ones.
    var isRest = false
  }

  /// More direct children than this begin folded.
  static let mostUnfolded = 12

  /// The rows of all paths, each before those below it; siblings in alphabetical order.
  private(set) var nodes: [Row] = []
  /// The paths whose state differs from that of the beginning: folded, or not.
  private var folds: [String: Bool] = [:]

  /// Replaces the sources; paths stay folded.
  mutating func update(_ counts: [SourceCount]) {
    nodes = []
    let entries = counts.map { count -> Entry in
      // The left out sources without a path above them have an empty one.
      let isRoot = count.source.isEmpty
      let parts = count.source.split(separator: "/", omittingEmptySubsequences: false)
      return (isRoot ? [] : parts[...], count)
    }
    append(entries, named: "", path: nil, depth: -1)
  }

  /// A source, with the parts of its path that are below the one at hand.
  private typealias Entry = (parts: ArraySlice<Substring>, count: SourceCount)

  /// Appends a path, those below it, and a row that says how many of these are left out.
  ///
  /// The path of all sources is nil; it has no row of its own.
  private mutating func append(
    _ entries: [Entry], named name: String, path: String?, depth: Int
  ) {
    let own = entries.first { $0.parts.isEmpty }?.count
    let children = Self.children(of: entries)
    let below = { name in path.map { "\($0)/\(name)" } ?? name }
    if path != nil, own == nil, children.count == 1, let (part, only) = children.first {
      return append(only, named: "\(name)/\(part)", path: below(part), depth: depth)
    }
    let omittedCount = own?.omittedCount ?? 0
    if let path {
      nodes.append(
        Row(
          path: path, name: name, depth: depth, filter: MessageFilter(sourcesAt: path),
          unread: entries.reduce(0) { $0 + $1.count.count.unread },
          childCount: children.count + (omittedCount > 0 ? 1 : 0)))
    }
    for (part, child) in children {
      append(child, named: part, path: below(part), depth: depth + 1)
    }
    guard let own, omittedCount > 0 else { return }
    nodes.append(
      Row(
        path: path.map { "\($0)/…" } ?? "…", name: "… \(omittedCount) more", depth: depth + 1,
        filter: path.map(MessageFilter.init(sourcesAt:)) ?? .all, unread: own.omittedUnreadCount))
  }

  /// The sources by the first part of their paths, in alphabetical order.
  private static func children(of entries: [Entry]) -> [(name: String, entries: [Entry])] {
    let named = entries.compactMap { entry in
      entry.parts.first.map { (name: String($0), rest: (entry.parts.dropFirst(), entry.count)) }
    }
    return Dictionary(grouping: named, by: \.name)
      .map { (name: $0.key, entries: $0.value.map(\.rest)) }
      .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// The visible rows: all sources, then the paths that are not below a folded one.
  var rows: [Row] {
    var rows = [Row(name: "All")]
    var hiddenBelow: Int?
    for node in nodes {
      if let depth = hiddenBelow {
        guard node.depth <= depth else { continue }
        hiddenBelow = nil
      }
      var row = node
      row.isFolded = node.childCount == 0 ? nil : isFolded(node)
      if row.isFolded == true { hiddenBelow = row.depth }
      rows.append(row)
    }
    return rows
  }

  /// A row in place of those that have no room, with their sum; it leads to the first of them.
  static func rest(of rows: ArraySlice<Row>) -> Row {
    var row = Row(name: "… \(rows.count) more", unread: 0, isRest: true)
    (row.path, row.filter) = (rows.first?.path, rows.first?.filter ?? .all)
    var counted: String?
    for hidden in rows {
      guard let path = hidden.path, counted.map({ path.hasPrefix($0 + "/") }) != true else {
        continue
      }
      counted = path
      row.unread = (row.unread ?? 0) + (hidden.unread ?? 0)
    }
    return row
  }

  private func isFolded(_ node: Row) -> Bool {
    node.path.flatMap { folds[$0] } ?? (node.childCount > Self.mostUnfolded)
  }

  /// Folds or unfolds a path.
  mutating func fold(_ path: String, _ isFolded: Bool) { folds[path] = isFolded }

  /// Folds or unfolds all paths.
  mutating func foldAll(_ isFolded: Bool) {
    for case let path? in nodes.filter({ $0.childCount > 0 }).map(\.path) { folds[path] = isFolded }
  }

  /// The nearest path above a path that has a row; nil for a path at the top.
  func parent(of path: String) -> String? {
    nodes.compactMap(\.path).last { path.hasPrefix($0 + "/") }
  }
}

extension MessageFilter {
  /// The messages of a source, without those below it.
  init(exactly source: String) { self.init([.init(.source(SourcePattern(exactly: source).text))]) }

  /// The messages of a source and of all below it.
  init(sourcesAt path: String) { self.init([.init(.source(SourcePattern(subtreeAt: path).text))]) }
}
