/// The cells of a row at a width: what stands before and behind its title, and how wide each is.
///
/// A column without room has none. They are the same for all rows of a list but for the marks,
/// which take what they need next to the time.
struct RowCells {
  /// A cell and its width, without the gap beside it.
  struct Cell: Hashable {
    let kind: RowColumn.Kind
    let columns: Int
    /// Blank columns between it and the title.
    let gap: Int
  }

  /// Least columns of the title beside columns that a person has added.
  private static let leastTitle = 20
  /// The order in which columns give way to the title; the others have a width of their own.
  private static let yielding: [RowColumn.Kind] = [
    .number, .thread, .tags, .progress, .count, .priority,
  ]
  /// Columns of gutter, mark and a blank.
  private static let front = 3

  /// Columns of the row.
  let width: Int
  /// The cells before the title, from left to right.
  private(set) var left: [Cell] = []
  /// The cells behind the title, from left to right.
  private(set) var right: [Cell] = []

  /// Whether there is a mark, with the gutter before it and a blank behind it.
  var hasMark: Bool { width >= 8 }
  /// Blank columns at the right.
  var margin: Int { hasMark ? 1 : 0 }

  /// Shares the columns of a row.
  ///
  /// - Parameters:
  ///   - width: Columns of the row.
  ///   - columns: The columns that are wanted, in their order.
  ///   - marks: Columns that the marks need; 0 without them.
  ///   - hasFutureTime: Whether the time lies ahead, which takes a column more: `in 58m`.
  init(width: Int, columns: [RowColumn], marks: Int, hasFutureTime: Bool) {
    self.width = width
    var kept = columns.filter { $0.kind.leastRowWidth <= width }
    share(kept, hasFutureTime: hasFutureTime)
    for kind in Self.yielding where title < Self.leastTitle {
      kept.removeAll { $0.kind == kind }
      share(kept, hasFutureTime: hasFutureTime)
    }
    addMarks(marks, among: kept)
  }

  private mutating func share(_ columns: [RowColumn], hasFutureTime: Bool) {
    (left, right) = ([], [])
    var isBehind = false
    for column in columns {
      if column.kind == .title { isBehind = true }
      guard var wanted = column.width ?? column.kind.usualWidth else { continue }
      if column.kind == .source { wanted = min(wanted, max(width / 4, 8)) }
      if column.kind == .time, hasFutureTime { wanted += 1 }
      let gap = column.kind == .source && !isBehind ? 2 : 1
      let cell = Cell(kind: column.kind, columns: wanted, gap: gap)
      if isBehind { right.append(cell) } else { left.append(cell) }
    }
  }

  /// Adds the marks where they were wanted; half of the room, and enough of it, stays the title's.
  private mutating func addMarks(_ wanted: Int, among columns: [RowColumn]) {
    guard wanted > 0, let place = columns.firstIndex(where: { $0.kind == .marks }),
      let titlePlace = columns.firstIndex(where: { $0.kind == .title })
    else { return }
    let room = min(wanted, title - 2 - max(title / 2, 16))
    guard room >= min(wanted, 4) else { return }
    let cell = Cell(kind: .marks, columns: room, gap: place > titlePlace ? 2 : 1)
    let before = columns[..<place].filter { $0.kind != .title }.count
    if place > titlePlace {
      right.insert(cell, at: before - left.count)
    } else {
      left.insert(cell, at: before)
    }
  }

  /// Columns before the title.
  var titleStart: Int { (hasMark ? Self.front : 0) + left.reduce(0) { $0 + $1.columns + $1.gap } }

  /// Columns of the title on each of its lines.
  var title: Int { max(1, width - titleStart - behind - margin) }

  /// Columns of the cells behind the title, with their gaps.
  private var behind: Int { right.reduce(0) { $0 + $1.gap + $1.columns } }

  /// Whether there is a cell of a kind.
  func has(_ kind: RowColumn.Kind) -> Bool {
    left.contains { $0.kind == kind } || right.contains { $0.kind == kind }
  }

  /// Columns before the lines below the first: below the title, or, where that would leave them
  /// too narrow, behind the glyph.
  var indent: Int {
    guard titleStart * 3 > width else { return titleStart }
    let glyph = left.first.flatMap { $0.kind == .glyph ? $0.columns + $0.gap : nil } ?? 0
    return (hasMark ? Self.front : 0) + glyph
  }

  /// Columns of the text below the title.
  var text: Int { max(1, width - indent - margin) }
}
