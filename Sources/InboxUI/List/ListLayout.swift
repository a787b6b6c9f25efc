public import InboxCore

/// The room in which a list is shown, and how its rows are drawn: what their heights depend on.
struct ListLayout {
  /// Columns and rows of the terminal.
  var size: Size
  /// The look of the rows.
  var theme: Theme
  /// Draws the rows.
  var drawing: ListRows

  /// How the rows of the terminal are shared.
  var areas: ScreenAreas { ScreenAreas(size: size) }

  /// Rows to read so that every key finds what it needs: two screens on each side of the cursor.
  var windowLimit: Int { max(4 * max(size.rows, 1), 64) }

  /// Lines by which a page key moves.
  var page: Int { areas.page }

  /// The geometry of rows in this room.
  func geometry(of rows: [MessageRow]) -> ListGeometry {
    ListGeometry(
      rows: rows, contentRows: areas.contentRows, columns: areas.columns, theme: theme,
      drawing: drawing)
  }
}

/// The line at the top of a scrolled list: a message, and how many of its lines are above.
public struct ScrollAnchor: Sendable, Hashable {
  /// The message.
  public var number: MessageNumber
  /// Lines of its row that are scrolled out of sight.
  public var line: Int

  /// Makes an anchor.
  public init(_ number: MessageNumber, line: Int = 0) {
    self.number = number
    self.line = line
  }
}

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
