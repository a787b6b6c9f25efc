/// The layout of a row in cells before and after its title.
///
/// A column that does not fit has no cell. All rows of a list share one layout, except for marks,
/// which vary in width, and times in the future.
struct RowCells {
  /// A cell with its width.
  struct Cell: Hashable {
    let kind: RowColumn.Kind
    let columns: Int
    /// Blank columns on the side of the title.
    let gap: Int
  }

  /// Minimum columns of the title beside columns that the user has added.
  private static let leastTitle = 20
  /// Columns to drop for the title, in this order; the others have a minimum row width only.
  private static let yielding: [RowColumn.Kind] = [
    .number, .thread, .tags, .progress, .count, .priority,
  ]

  /// Columns of the row.
  let width: Int
  /// Columns before the others: the sign of a marked row, the cursor bar, the theme's mark unless it
  /// is a column, the block of an urgent message.
  let front: Int
  private(set) var left: [Cell] = []
  private(set) var right: [Cell] = []
  /// Whether the marks have less room than they need.
  private(set) var cutsMarks = false

  /// Whether the row has a mark, with the cells beside it.
  var hasMark: Bool { front > 0 }
  /// Blank columns at the right.
  var margin: Int { hasMark ? 1 : 0 }

  /// Distributes the width of a row.
  ///
  /// - Parameters:
  ///   - width: The width of the row.
  ///   - columns: The columns to show, in order.
  ///   - marks: Columns that the marks need, and without which none is shown; 0 for none.
  ///   - text: Columns that the title needs, if known.
  ///   - hasFutureTime: Whether the time is in the future, which needs one more column: `in 58m`.
  init(
    width: Int, columns: [RowColumn], marks: (all: Int, least: Int), text: Int, hasFutureTime: Bool
  ) {
    self.width = width
    front = width < 8 ? 0 : columns.contains { $0.kind == .mark } ? 3 : 4
    var kept = columns.filter { $0.kind.layout.leastRowWidth <= width }
    share(kept, hasFutureTime: hasFutureTime)
    for kind in Self.yielding where title < Self.leastTitle {
      kept.removeAll { $0.kind == kind }
      share(kept, hasFutureTime: hasFutureTime)
    }
    addMarks(marks, beside: text, among: kept)
  }

  private mutating func share(_ columns: [RowColumn], hasFutureTime: Bool) {
    (left, right) = ([], [])
    var isBehind = false
    for column in columns {
      if column.kind == .title { isBehind = true }
      guard var wanted = column.width ?? column.kind.layout.width else { continue }
      if column.kind == .source { wanted = min(wanted, max(width / 4, 8)) }
      if column.kind == .time, hasFutureTime { wanted += 1 }
      let gap = column.kind == .source && !isBehind ? 2 : 1
      let cell = Cell(kind: column.kind, columns: wanted, gap: gap)
      if isBehind { right.append(cell) } else { left.append(cell) }
    }
  }

  /// Adds the cell of the marks; the title keeps what it needs, up to half of its columns or 16.
  private mutating func addMarks(
    _ marks: (all: Int, least: Int), beside text: Int, among columns: [RowColumn]
  ) {
    guard marks.all > 0, let place = columns.firstIndex(where: { $0.kind == .marks }),
      let titlePlace = columns.firstIndex(where: { $0.kind == .title })
    else { return }
    let room = min(marks.all, title - 2 - min(text, max(title / 2, 16)))
    cutsMarks = room < marks.all
    guard room >= marks.least else { return }
    let cell = Cell(kind: .marks, columns: room, gap: place > titlePlace ? 2 : 1)
    let before = columns[..<place].filter { $0.kind != .title }.count
    if place > titlePlace {
      right.insert(cell, at: before - left.count)
    } else {
      left.insert(cell, at: before)
    }
  }

  /// Columns before the title.
  var titleStart: Int { front + left.reduce(0) { $0 + $1.columns + $1.gap } }

  /// Columns of the title on each of its lines.
  var title: Int { max(1, width - titleStart - behind - margin) }

  /// Columns of the cells after the title, with their gaps.
  private var behind: Int { right.reduce(0) { $0 + $1.gap + $1.columns } }

  /// The first column of a cell; nil for a kind without one.
  func start(of kind: RowColumn.Kind) -> Int? {
    if let place = left.firstIndex(where: { $0.kind == kind }) {
      return front + left[..<place].reduce(0) { $0 + $1.columns + $1.gap }
    }
    guard let place = right.firstIndex(where: { $0.kind == kind }) else { return nil }
    return width - margin - right[place...].reduce(-right[place].gap) { $0 + $1.gap + $1.columns }
  }

  /// Whether there is a cell of a kind.
  func has(_ kind: RowColumn.Kind) -> Bool {
    left.contains { $0.kind == kind } || right.contains { $0.kind == kind }
  }

  /// The hanging indent: at the title, or after glyph and picture if the text would be too narrow.
  var indent: Int {
    guard titleStart * 3 > width else { return titleStart }
    return left.prefix { [.glyph, .picture].contains($0.kind) }
      .reduce(front) { $0 + $1.columns + $1.gap }
  }

  /// Columns of the text below the title, beside a picture at the right.
  var text: Int {
    max(1, width - indent - margin - (right.contains { $0.kind == .picture } ? behind : 0))
  }
}

/// A progress bar in text.
enum ProgressBar {
  /// The bar, followed by the percentage.
  static func text(_ percent: Int, cells: Int) -> String {
    let percent = min(max(percent, 0), 100)
    let halves = (percent * cells * 2 + 50) / 100
    let line = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
    return line + String(repeating: "─", count: cells - (halves + 1) / 2) + " \(percent) %"
  }
}
