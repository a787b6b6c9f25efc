package import InboxCore

/// The layout of a list: its size, and the drawing of its rows, which determines their heights.
struct ListLayout {
  /// The size of the terminal.
  var size: Size
  /// The areas of the screen, with the columns of the list.
  var areas: ScreenAreas
  var theme: Theme
  var drawing: ListRows
  /// The group headers; nil if the list has none.
  var headers: GroupHeaders?

  /// Rows to read: two screens on each side of the cursor, at least 64, so that no key needs more.
  var windowLimit: Int { max(4 * max(size.rows, 1), 64) }

  /// Lines to scroll by a page key.
  var page: Int { areas.page }

  /// Creates the geometry of rows.
  ///
  /// - Parameters:
  ///   - rows: The loaded rows.
  ///   - isStart: Whether they include the first row of the list.
  ///   - heights: The cached heights.
  /// - Returns: The geometry; heights that are no longer valid are computed again.
  func geometry(of rows: [MessageRow], isStart: Bool, heights: RowHeights) -> ListGeometry {
    let basis = RowHeights.Basis(
      columns: areas.columns, theme: theme, options: drawing.options, headers: headers)
    let isValid = drawing.isBuiltIn && heights.isValid(for: basis, count: rows.count)
    return ListGeometry(
      rows: rows, isStart: isStart, layout: self,
      groups: headers.map { GroupReader($0.grouping.kind) },
      heights: isValid ? heights : RowHeights(basis, count: rows.count))
  }
}

/// A cache of row heights, computed on demand because wrapping texts is slow.
///
/// It is valid for the same rows and ``Basis``. Any two caches are equal, so that comparing lists
/// ignores them.
struct RowHeights: Sendable, Hashable {
  /// The inputs of heights other than the rows.
  struct Basis: Sendable, Hashable {
    var columns: Int
    var theme: Theme
    var options: RowOptions
    var headers: GroupHeaders?
  }

  private let basis: Basis?
  /// The heights by the index of the row; nil until known.
  fileprivate var values: [Int?]

  /// Creates an empty cache for `count` rows.
  init(_ basis: Basis? = nil, count: Int = 0) {
    self.basis = basis
    values = Array(repeating: nil, count: count)
  }

  func isValid(for basis: Basis, count: Int) -> Bool {
    values.count == count && self.basis == basis
  }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// The top of the viewport: a message, and the number of its lines scrolled off.
package struct ScrollAnchor: Sendable, Hashable {
  package var number: MessageNumber
  /// Lines of the row above the viewport.
  package var line: Int

  /// Creates an anchor.
  package init(_ number: MessageNumber, line: Int = 0) {
    (self.number, self.line) = (number, line)
  }
}

/// The positions of rows with different heights.
struct ListGeometry {
  let rows: [MessageRow]
  /// Whether the rows include the first row of the list.
  let isStart: Bool
  fileprivate let layout: ListLayout
  /// Computes the groups of rows; nil without headers.
  fileprivate var groups: GroupReader?
  /// The cached heights.
  fileprivate(set) var heights: RowHeights

  private var contentRows: Int { layout.areas.contentRows }

  /// The height of the row at `index` in lines, including its header.
  mutating func height(_ index: Int) -> Int {
    if let known = heights.values[index] { return known }
    // A folded group shows only its header.
    let height =
      isFolded(index)
      ? 1
      : layout.drawing.height(
        of: rows[index], theme: layout.theme, columns: layout.areas.columns)
        + headerLines(above: index)
    heights.values[index] = height
    return height
  }

  private mutating func isFolded(_ index: Int) -> Bool {
    guard let grouping = layout.headers?.grouping, grouping.hasFolded, var reader = groups else {
      return false
    }
    defer { groups = reader }
    return grouping.isFolded(reader.group(of: rows[index]))
  }

  /// Lines of the header above the row at `index`: 0 or 1.
  mutating func headerLines(above index: Int) -> Int {
    guard !isFolded(index), var reader = groups else { return 0 }
    defer { groups = reader }
    return reader.hasHeader(above: index, of: rows, isStart: isStart) ? 1 : 0
  }

  /// The anchor with the row at `index` at the bottom, or at the top if it exceeds the viewport.
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

  /// The nearest anchor at which the row at `index` is fully visible.
  ///
  /// - Parameters:
  ///   - index: The row to show.
  ///   - first: The current top row.
  ///   - hidden: Lines of the top row above the viewport.
  /// - Returns: The current anchor if the row is visible already.
  mutating func anchor(showing index: Int, from first: Int, hiding hidden: Int) -> ScrollAnchor {
    let clamped = ScrollAnchor(rows[first].number, line: min(max(hidden, 0), height(first) - 1))
    if index <= first, clamped.line > 0 || index < first { return ScrollAnchor(rows[index].number) }
    return isVisible(index, from: first, clamped) ? clamped : anchor(endingAt: index)
  }

  /// The anchor, moved up if it would leave lines below the last row empty.
  mutating func filling(_ anchor: ScrollAnchor) -> ScrollAnchor {
    guard let first = rows.firstIndex(where: { $0.number == anchor.number }),
      first > 0 || anchor.line > 0, !fills(from: first, anchor)
    else { return anchor }
    return self.anchor(endingAt: rows.count - 1)
  }

  /// Whether the row at `index` is fully visible at `anchor`, whose row is at `first`.
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

  /// Whether the rows from `first` on fill the viewport.
  mutating func fills(from first: Int, _ anchor: ScrollAnchor) -> Bool {
    var lines = -anchor.line
    for row in first..<rows.count {
      lines += height(row)
      if lines >= contentRows { return true }
    }
    return false
  }

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

  /// Index of the row at a place; nil if no row is fully visible.
  mutating func row(
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
