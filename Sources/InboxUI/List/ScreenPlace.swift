import InboxCore

/// A place on the screen: one of the rows that are whole in sight.
enum ScreenPlace: Sendable, Hashable {
  /// The row of a rank from the top, which is 1; beyond the last one, that.
  case fromTop(Int)
  /// The row at the middle of the lines.
  case middle
  /// The row of a rank from the bottom, which is 1; beyond the first one, that.
  case fromBottom(Int)

  /// The place that a command goes to with a count.
  init(_ command: Command, count: Int = 1) {
    self =
      switch command {
      case .stepping(.screenTop): .fromTop(count)
      case .stepping(.screenBottom): .fromBottom(count)
      default: .middle
      }
  }
}

extension ListState {
  /// Moves the cursor to a place on the screen; nothing scrolls.
  mutating func go(to place: ScreenPlace, in layout: ListLayout) -> [Effect] {
    guard let scroll else { return [] }
    return select(withGeometry(in: layout) { $0.row(at: place, below: scroll) }, in: layout)
  }
}

extension ListGeometry {
  /// The row at a place below an anchor; nil where none is whole in sight.
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
