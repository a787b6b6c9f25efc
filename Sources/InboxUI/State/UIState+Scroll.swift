import InboxText
import InboxCore

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
