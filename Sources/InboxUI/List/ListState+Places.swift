extension ListState {
  /// Moves the cursor within the viewport, without scrolling: to its middle, or to a row counted from
  /// its top or bottom.
  mutating func go(
    to place: Command.Step, count: Int, in layout: ListLayout
  ) -> [Effect] {
    guard let scroll else { return [] }
    let row = withGeometry(in: layout) { $0.row(at: place, count: count, below: scroll) }
    return select(row, in: layout)
  }
}

extension ListGeometry {
  /// Index of the row at a place; nil if no row is fully visible.
  fileprivate mutating func row(
    at place: Command.Step, count: Int, below anchor: ScrollAnchor
  ) -> Int? {
    let rows = wholeRows(below: anchor)
    guard let first = rows.first, let last = rows.last else { return nil }
    switch place {
    case .screenTop: return min(first + count - 1, last)
    case .screenBottom: return max(last - count + 1, first)
    default:
      var linesAbove = rows.reduce(0) { $0 + height($1) } / 2
      return rows.first { row in
        linesAbove -= height(row)
        return linesAbove < 0
      }
    }
  }
}
