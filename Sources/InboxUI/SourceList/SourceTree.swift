import InboxCore

/// The sources as a tree of paths: `ci/shop` is below `ci`.
///
/// A path without messages of its own and with a single path below it is joined with that one, so
/// that `github/owner/project` is one row.
struct SourceTree: Sendable, Hashable {
  /// A path with the unread messages of all sources below it.
  struct Node: Sendable, Hashable {
    /// The whole path.
    let path: String
    /// The part behind the path of its parent.
    let name: String
    /// The number of parents.
    let depth: Int
    /// The filter of its messages and of all below it.
    let filter: MessageFilter
    /// The number of unread messages of the path and all below it.
    var unread = 0
    /// The number of rows directly below it.
    var childCount = 0
  }

  /// A visible row: a path, or all sources.
  struct Row: Sendable, Hashable {
    /// The path; nil for all sources.
    var path: String?
    var name: String
    var depth = 0
    /// The number of unread messages; nil where others have it.
    var unread: Int?
    /// Whether the paths below it are hidden; nil if there are none.
    var isFolded: Bool?
    /// The filter of its messages.
    var filter = MessageFilter.all
    /// Whether it stands for the rows below the visible ones.
    var isRest = false
  }

  /// More direct children than this begin folded.
  static let mostUnfolded = 12

  /// The nodes, each before those below it; siblings in alphabetical order.
  private(set) var nodes: [Node] = []
  /// The paths whose state differs from that of the beginning: folded, or not.
  private var folds: [String: Bool] = [:]

  /// Replaces the sources; paths stay folded.
  mutating func update(_ counts: [SourceCount]) {
    let root = Branch(counts)
    nodes = []
    for child in root.ordered { append(child, named: child.name, path: child.name, depth: 0) }
    appendOmitted(root, path: nil, depth: 0)
  }

  /// A row that says how many sources are left out, with the filter of the path above them.
  private mutating func appendOmitted(_ branch: Branch, path: String?, depth: Int) {
    guard branch.omittedCount > 0 else { return }
    nodes.append(
      Node(
        path: path.map { "\($0)/…" } ?? "…", name: "… \(branch.omittedCount) more", depth: depth,
        filter: path.map(MessageFilter.init(sourcesAt:)) ?? .all,
        unread: branch.omittedUnreadCount))
  }

  private mutating func append(_ branch: Branch, named name: String, path: String, depth: Int) {
    let children = branch.ordered
    if !branch.hasMessages, branch.omittedCount == 0, children.count == 1 {
      let only = children[0]
      return append(
        only, named: "\(name)/\(only.name)", path: "\(path)/\(only.name)", depth: depth)
    }
    let node = Node(
      path: path, name: name, depth: depth, filter: MessageFilter(sourcesAt: path),
      unread: branch.unread,
      childCount: children.count + (branch.omittedCount > 0 ? 1 : 0))
    nodes.append(node)
    for child in children {
      append(child, named: child.name, path: "\(path)/\(child.name)", depth: depth + 1)
    }
    appendOmitted(branch, path: path, depth: depth + 1)
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
      let isFolded = node.childCount == 0 ? nil : isFolded(node)
      if isFolded == true { hiddenBelow = node.depth }
      rows.append(
        Row(
          path: node.path, name: node.name, depth: node.depth, unread: node.unread,
          isFolded: isFolded, filter: node.filter))
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

  private func isFolded(_ node: Node) -> Bool {
    folds[node.path] ?? (node.childCount > Self.mostUnfolded)
  }

  /// Folds or unfolds a path.
  mutating func fold(_ path: String, _ isFolded: Bool) { folds[path] = isFolded }

  /// Folds or unfolds all paths.
  mutating func foldAll(_ isFolded: Bool) {
    for node in nodes where node.childCount > 0 { folds[node.path] = isFolded }
  }

  /// The nearest path above a path that has a row; nil for a path at the top.
  func parent(of path: String) -> String? { nodes.last { path.hasPrefix($0.path + "/") }?.path }
}

/// A path while the tree is built.
private final class Branch {
  let name: String
  var unread = 0
  var hasMessages = false
  /// The number of sources below it that are left out.
  var omittedCount = 0
  var omittedUnreadCount = 0
  private var children: [String: Branch] = [:]

  init(name: String) { self.name = name }

  convenience init(_ counts: [SourceCount]) {
    self.init(name: "")
    for entry in counts {
      var branch = self
      // The left out sources without a path above them have an empty one.
      let parts =
        entry.source.isEmpty
        ? [] : entry.source.split(separator: "/", omittingEmptySubsequences: false)
      for part in parts {
        branch = branch.child(named: String(part))
        branch.unread += entry.count.unread
      }
      branch.hasMessages = true
      branch.omittedCount = entry.omittedCount
      branch.omittedUnreadCount = entry.omittedUnreadCount
    }
  }

  private func child(named name: String) -> Branch {
    if let child = children[name] { return child }
    let child = Branch(name: name)
    children[name] = child
    return child
  }

  var ordered: [Branch] {
    children.values.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }
}

extension MessageFilter {
  /// The messages of a source, without those below it.
  init(exactly source: String) { self.init([.init(.source(SourcePattern(exactly: source).text))]) }

  /// The messages of a source and of all below it.
  init(sourcesAt path: String) { self.init([.init(.source(SourcePattern(subtreeAt: path).text))]) }
}
