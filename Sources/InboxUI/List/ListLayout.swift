package import InboxCore

/// The layout of a list: its room, and the drawing of its rows, which decide their heights.
struct ListLayout {
  /// Columns and rows of the terminal.
  var size: Size
  /// How the rows of the terminal are shared, and the columns of the list.
  var areas: ScreenAreas
  /// The look of the rows.
  var theme: Theme
  /// Draws the rows.
  var drawing: ListRows
  /// The headers of its groups; nil where it has none.
  var headers: GroupHeaders?

  /// Rows to read so that every key finds what it needs: two screens on each side of the cursor.
  var windowLimit: Int { max(4 * max(size.rows, 1), 64) }

  /// Lines by which a page key moves.
  var page: Int { areas.page }

  /// The geometry of rows in this room.
  ///
  /// - Parameters:
  ///   - rows: The rows at hand.
  ///   - isStart: Whether they begin with the first row of the whole list.
  ///   - heights: The heights that are known of them already.
  /// - Returns: Where each row lies.
  func geometry(of rows: [MessageRow], isStart: Bool, heights: RowHeights) -> ListGeometry {
    let basis = RowHeights.Basis(
      columns: areas.columns, theme: theme, options: drawing.options, headers: headers)
    return ListGeometry(
      rows: rows, isStart: isStart, contentRows: areas.contentRows, columns: areas.columns,
      theme: theme, drawing: drawing, grouping: headers?.grouping,
      heights: drawing.isBuiltIn && heights.isValid(for: basis, count: rows.count)
        ? heights : RowHeights(basis, count: rows.count))
  }
}

/// The heights of the rows at hand as far as they were asked for; wrapping their texts is slow.
///
/// They hold as long as the rows, the width and the theme. They are no part of what a list is, so
/// any two are equal.
struct RowHeights: Sendable, Hashable {
  /// The basis of heights beside the rows.
  struct Basis: Sendable, Hashable {
    var columns: Int
    var theme: Theme
    var options: RowOptions
    var headers: GroupHeaders?
  }

  private let basis: Basis?
  private var values: [Int?]

  /// Makes the heights of `count` rows, none of them known.
  init(_ basis: Basis? = nil, count: Int = 0) {
    self.basis = basis
    values = Array(repeating: nil, count: count)
  }

  /// The height of the row at `index`; nil until it was set.
  subscript(index: Int) -> Int? {
    get { values[index] }
    set { values[index] = newValue }
  }

  func isValid(for basis: Basis, count: Int) -> Bool {
    values.count == count && self.basis == basis
  }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// The line at the top of a scrolled list: a message, and how many of its lines are above.
package struct ScrollAnchor: Sendable, Hashable {
  /// The message.
  package var number: MessageNumber
  /// Lines of its row that are scrolled out of sight.
  package var line: Int

  /// Makes an anchor.
  package init(_ number: MessageNumber, line: Int = 0) {
    self.number = number
    self.line = line
  }
}

/// The geometry of rows of different heights.
struct ListGeometry {
  let rows: [MessageRow]
  /// Whether the rows begin with the first one of the whole list.
  let isStart: Bool
  let contentRows: Int
  let columns: Int
  let theme: Theme
  let drawing: ListRows
  /// Which groups are folded.
  private let grouping: MessageGrouping?
  /// Finds the groups of rows; nil where they have no headers.
  private var groups: GroupReader?
  /// The heights found so far, for the list to keep.
  private(set) var heights: RowHeights

  init(
    rows: [MessageRow], isStart: Bool, contentRows: Int, columns: Int, theme: Theme,
    drawing: ListRows, grouping: MessageGrouping?, heights: RowHeights
  ) {
    self.rows = rows
    self.isStart = isStart
    self.grouping = grouping
    groups = grouping.map { GroupReader($0.kind) }
    self.contentRows = contentRows
    self.columns = columns
    self.theme = theme
    self.drawing = drawing
    self.heights = heights
  }

  /// Lines of the row at `index`, with the header above it.
  mutating func height(_ index: Int) -> Int {
    if let known = heights[index] { return known }
    // A folded group is its header.
    let height =
      isFolded(index)
      ? 1
      : drawing.height(of: rows[index], theme: theme, columns: columns) + headerLines(above: index)
    heights[index] = height
    return height
  }

  private mutating func isFolded(_ index: Int) -> Bool {
    guard let grouping, grouping.hasFolded, var reader = groups else { return false }
    defer { groups = reader }
    return grouping.isFolded(reader.group(of: rows[index]))
  }

  /// Lines of the header above the row at `index`: one or none.
  mutating func headerLines(above index: Int) -> Int {
    guard !isFolded(index), var reader = groups else { return 0 }
    defer { groups = reader }
    return reader.hasHeader(above: index, of: rows, isStart: isStart) ? 1 : 0
  }

  /// The anchor that shows the row at `index` at the end of the content, or whole if it is higher.
  mutating func anchor(endingAt index: Int) -> ScrollAnchor {
    var lines = height(index)
    var first = index
    while lines < contentRows, first > 0 {
      first -= 1
      lines += height(first)
    }
    let hidden = first == index ? 0 : max(lines - contentRows, 0)
    return ScrollAnchor(rows[first].number, line: hidden)
  }

  /// The anchor nearest to the one of the row at `first` that shows the row at `index` whole.
  ///
  /// - Parameters:
  ///   - index: The row to be in sight.
  ///   - first: The row that is on top.
  ///   - hidden: Lines of that row that are scrolled out of sight.
  /// - Returns: The present anchor where the row is in sight already.
  mutating func anchor(showing index: Int, from first: Int, hiding hidden: Int) -> ScrollAnchor {
    let clamped = ScrollAnchor(rows[first].number, line: min(max(hidden, 0), height(first) - 1))
    if index <= first, clamped.line > 0 || index < first { return ScrollAnchor(rows[index].number) }
    return isVisible(index, from: first, clamped) ? clamped : anchor(endingAt: index)
  }

  /// The anchor, or one further up when the rows end above the end of the content.
  mutating func filling(_ anchor: ScrollAnchor) -> ScrollAnchor {
    guard let first = rows.firstIndex(where: { $0.number == anchor.number }),
      first > 0 || anchor.line > 0, !fills(from: first, anchor)
    else { return anchor }
    return self.anchor(endingAt: rows.count - 1)
  }

  /// Whether the row at `index` is whole in sight when `anchor`, of the row at `first`, is on top.
  mutating func isVisible(_ index: Int, from first: Int, _ anchor: ScrollAnchor) -> Bool {
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
  mutating func fills(from first: Int, _ anchor: ScrollAnchor) -> Bool {
    var lines = -anchor.line
    for row in first..<rows.count {
      lines += height(row)
      if lines >= contentRows { return true }
    }
    return false
  }
}
