/// A place in the viewport, counted in fully visible rows.
enum ScreenPlace: Sendable, Hashable {
  /// A rank from the top, from 1; at most the last row.
  case fromTop(Int)
  /// The row in the middle, by lines.
  case middle
  /// A rank from the bottom, from 1; at most the first row.
  case fromBottom(Int)

  /// The target of a command with a count.
  init(_ command: Command.Step, count: Int) {
    self =
      switch command {
      case .screenTop: .fromTop(count)
      case .screenBottom: .fromBottom(count)
      default: .middle
      }
  }
}

extension ListState {
  /// Moves the cursor within the viewport, without scrolling.
  mutating func go(to place: ScreenPlace, in layout: ListLayout) -> [Effect] {
    guard let scroll else { return [] }
    return select(withGeometry(in: layout) { $0.row(at: place, below: scroll) }, in: layout)
  }
}

extension ListGeometry {
  /// Index of the row at a place; nil if no row is fully visible.
  fileprivate mutating func row(at place: ScreenPlace, below anchor: ScrollAnchor) -> Int? {
    let rows = wholeRows(below: anchor)
    guard let first = rows.first, let last = rows.last else { return nil }
    switch place {
    case .fromTop(let rank): return min(first + rank - 1, last)
    case .fromBottom(let rank): return max(last - rank + 1, first)
    case .middle:
      var linesAbove = rows.reduce(0) { $0 + height($1) } / 2
      return rows.first { row in
        linesAbove -= height(row)
        return linesAbove < 0
      }
    }
  }
}
