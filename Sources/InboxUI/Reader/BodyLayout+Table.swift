import InboxMarkdown
import InboxText

extension BodyLayout {
  /// Columns of the separator between two cells.
  private static let gap = 3
  /// Minimum columns of a cell.
  private static let narrowest = 3

  /// Lays out a table; one that is too wide is laid out as lines of text.
  mutating func add(
    _ table: MarkdownTable, _ roles: RoleSet, _ document: MarkdownDocument, first: [Span],
    rest: [Span]
  ) {
    let cells = table.rows.enumerated().map { index, row in
      let roles = index == 0 ? roles.union(RoleSet(.strong)) : roles
      return row.map { rich($0, roles, document) }
    }
    let room = columns - first.columns
    guard let widths = Self.widths(of: cells, columns: table.alignments.count, room: room) else {
      addRows(cells, first: first, rest: rest)
      return
    }
    var before = first
    for (index, row) in cells.enumerated() {
      for line in Self.lines(of: row, widths, table.alignments, roles) {
        add(before + line)
        before = rest
      }
      if index == 0 { add(rest + Self.rule(widths, roles)) }
    }
  }

  /// The width of each column of the table; nil if they do not fit.
  private static func widths(of rows: [[RichText]], columns: Int, room: Int) -> [Int]? {
    guard columns > 0 else { return nil }
    var widths = Array(repeating: narrowest, count: columns)
    for row in rows {
      for (column, cell) in row.prefix(columns).enumerated() {
        widths[column] = max(widths[column], cell.text.columns)
      }
    }
    let free = room - gap * (columns - 1)
    guard free >= narrowest * columns else { return nil }
    // Shrink the widest columns until all fit.
    while widths.reduce(0, +) > free, let widest = widths.max() {
      let over = widths.reduce(0, +) - free
      let count = widths.count { $0 == widest }
      let next = max(widths.filter { $0 < widest }.max() ?? narrowest, narrowest)
      let step = max(min(widest - next, (over + count - 1) / count), 1)
      for column in widths.indices where widths[column] == widest { widths[column] -= step }
    }
    return widths
  }

  private static func lines(
    of row: [RichText], _ widths: [Int], _ alignments: [MarkdownTable.Alignment], _ roles: RoleSet
  ) -> [[Span]] {
    let cells = zip(row, widths).map { $0.lines(width: $1) }
    let bar = Span(" │ ", columns: gap, roles: base.union(RoleSet(.border)))
    return (0..<(cells.map(\.count).max() ?? 0)).map { index in
      var line: [Span] = []
      for (column, cell) in cells.enumerated() {
        if column > 0 { line.append(bar) }
        let spans = index < cell.count ? cell[index] : []
        let free = max(widths[column] - spans.columns, 0)
        let before = alignments[column].blanks(before: free)
        line += [.blank(before, roles: roles)] + spans + [.blank(free - before, roles: roles)]
      }
      return line.filter { $0.columns > 0 }
    }
  }

  private static func rule(_ widths: [Int], _ roles: RoleSet) -> [Span] {
    let text = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
    return [Span(text, columns: text.columns, roles: base.union(RoleSet(.border)))]
  }

  private mutating func addRows(_ rows: [[RichText]], first: [Span], rest: [Span]) {
    for (index, row) in rows.enumerated() {
      var text = RichText()
      for (column, cell) in row.enumerated() {
        if column > 0 { text.append(" │ ", roles: Self.base.union(RoleSet(.border))) }
        text.append(cell)
      }
      add(text, first: index == 0 ? first : rest, rest: rest)
    }
  }
}

extension MarkdownTable.Alignment {
  /// The number of free columns before the text.
  fileprivate func blanks(before free: Int) -> Int {
    switch self {
    case .left: 0
    case .center: free / 2
    case .right: free
    }
  }
}
