import InboxCore

extension ListGeometry {
  /// The anchor that lies lines below another, or above it, as far as rows are at hand.
  ///
  /// - Parameters:
  ///   - lines: How many, upward when negative.
  ///   - start: The present anchor.
  ///   - first: Index of its row.
  /// - Returns: An anchor whose rows leave no line of the content free, where there are enough.
  mutating func anchor(_ lines: Int, below start: ScrollAnchor, of first: Int) -> ScrollAnchor {
    var index = first
    var line = start.line + lines
    while line < 0, index > 0 {
      index -= 1
      line += height(index)
    }
    while index < rows.count - 1, line >= height(index) {
      line -= height(index)
      index += 1
    }
    line = min(max(line, 0), height(index) - 1)
    return filling(ScrollAnchor(rows[index].number, line: line))
  }

  /// The row nearest to another that is whole in sight below an anchor.
  ///
  /// - Parameters:
  ///   - index: Index of the other row.
  ///   - anchor: The anchor of the first line.
  ///   - isDown: The direction in which to look where no row is whole in sight.
  /// - Returns: Its index.
  mutating func wholeRow(nearest index: Int, below anchor: ScrollAnchor, isDown: Bool) -> Int {
    let whole = wholeRows(below: anchor)
    guard let last = whole.last else {
      let first = rows.firstIndex { $0.number == anchor.number }
      return first.map { min(isDown ? $0 + 1 : $0, rows.count - 1) } ?? index
    }
    return min(max(index, whole.lowerBound), last)
  }

  /// The rows that are whole in sight below an anchor; none where its row is not at hand.
  mutating func wholeRows(below anchor: ScrollAnchor) -> Range<Int> {
    guard let first = rows.firstIndex(where: { $0.number == anchor.number }) else { return 0..<0 }
    var end = first
    var lines = -anchor.line
    while end < rows.count, lines + height(end) <= contentRows {
      lines += height(end)
      end += 1
    }
    let start = anchor.line > 0 ? first + 1 : first
    return start..<max(start, end)
  }
}
