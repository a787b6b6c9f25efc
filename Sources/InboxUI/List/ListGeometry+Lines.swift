import InboxCore

extension ListGeometry {
  /// The anchor after scrolling by lines, clamped to the loaded rows.
  ///
  /// - Parameters:
  ///   - lines: Lines to scroll by; negative scrolls up.
  ///   - start: The current anchor.
  ///   - first: Index of its row.
  /// - Returns: An anchor that leaves no line of the viewport empty if there are enough rows.
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

  /// The fully visible row nearest to another row.
  ///
  /// - Parameters:
  ///   - index: Index of the other row.
  ///   - anchor: The anchor of the viewport.
  ///   - isDown: The direction to search if no row is fully visible.
  /// - Returns: Index of the row.
  mutating func wholeRow(nearest index: Int, below anchor: ScrollAnchor, isDown: Bool) -> Int {
    let whole = wholeRows(below: anchor)
    guard let last = whole.last else {
      let first = rows.firstIndex { $0.number == anchor.number }
      return first.map { min(isDown ? $0 + 1 : $0, rows.count - 1) } ?? index
    }
    return min(max(index, whole.lowerBound), last)
  }

  /// The fully visible rows; empty if the anchor's row is not loaded.
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
