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

extension UIState {
  /// Draws the rows of lists.
  var drawing: ListRows { ListRows(drawing: embedding?.rows, options: preferences.rows) }

  var geometry: ListGeometry {
    ListGeometry(
      rows: list.snapshot.rows, contentRows: areas.contentRows, columns: areas.columns,
      theme: theme, drawing: drawing)
  }

  /// Scrolls as little as possible until the row under the cursor is whole in sight.
  mutating func reveal() {
    let geometry = geometry
    guard let selected = list.selectedIndex else {
      list.scroll = list.snapshot.rows.first.map { ScrollAnchor($0.number) }
      return
    }
    guard let anchor = list.scroll, let first = list.index(of: anchor.number) else {
      list.scroll = geometry.anchor(endingAt: selected)
      return fillContent(geometry)
    }
    let clamped = ScrollAnchor(
      anchor.number, line: min(max(anchor.line, 0), geometry.height(first) - 1))
    if selected <= first, clamped.line > 0 || selected < first {
      list.scroll = ScrollAnchor(list.snapshot.rows[selected].number)
    } else if !geometry.isVisible(selected, from: first, clamped) {
      list.scroll = geometry.anchor(endingAt: selected)
    } else {
      list.scroll = clamped
    }
    fillContent(geometry)
  }

  /// Scrolls back when the list ends above the end of the content though rows are above.
  private mutating func fillContent(_ geometry: ListGeometry) {
    guard let anchor = list.scroll, let first = list.index(of: anchor.number),
      first > 0 || anchor.line > 0, !list.snapshot.hasLater,
      !geometry.fills(from: first, anchor)
    else { return }
    list.scroll = geometry.anchor(endingAt: list.snapshot.rows.count - 1)
  }

  /// The row that lies `lines` below (above, when negative) the start of the cursor's row.
  func index(linesAway lines: Int) -> Int? {
    guard var index = list.selectedIndex else { return nil }
    let geometry = geometry
    let step = lines < 0 ? -1 : 1
    var left = abs(lines)
    while left > 0, list.snapshot.rows.indices.contains(index + step) {
      left -= geometry.height(step > 0 ? index : index + step)
      index += step
    }
    return index
  }
}
