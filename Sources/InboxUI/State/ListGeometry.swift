import InboxCore

/// Where rows of different heights lie in the content of a list.
struct ListGeometry {
  let rows: [MessageRow]
  let contentRows: Int
  let columns: Int
  let theme: Theme
  let drawing: ListRows

  /// Lines of the row at `index`.
  func height(_ index: Int) -> Int {
    drawing.height(of: rows[index], theme: theme, columns: columns)
  }

  /// The anchor that shows the row at `index` at the end of the content, or whole if it is higher.
  func anchor(endingAt index: Int) -> ScrollAnchor {
    var lines = height(index)
    var first = index
    while lines < contentRows, first > 0 {
      first -= 1
      lines += height(first)
    }
    let hidden = first == index ? 0 : max(lines - contentRows, 0)
    return ScrollAnchor(rows[first].number, line: hidden)
  }

  /// Whether the row at `index` is whole in sight when `anchor`, of the row at `first`, is on top.
  func isVisible(_ index: Int, from first: Int, _ anchor: ScrollAnchor) -> Bool {
    if index == first { return anchor.line == 0 }
    guard index > first, index - first <= contentRows + anchor.line else { return false }
    var lines = -anchor.line
    for row in first...index {
      lines += height(row)
      if lines > contentRows { return false }
    }
    return true
  }

  /// Whether the rows from `first` on leave no line of the content free.
  func fills(from first: Int, _ anchor: ScrollAnchor) -> Bool {
    var lines = -anchor.line
    for row in first..<rows.count {
      lines += height(row)
      if lines >= contentRows { return true }
    }
    return false
  }
}
