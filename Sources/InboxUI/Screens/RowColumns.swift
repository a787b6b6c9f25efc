import InboxCore

/// Which parts of a row have columns of their own at a width, and how many.
struct RowColumns {
  /// Columns that the time takes, right-aligned, blanks before it included.
  static let time = 6

  /// Columns of the row.
  let width: Int
  /// Columns that marks and source want, 0 for none.
  let wantedDetail: Int
  /// The parts that are wanted.
  let parts: Set<RowOptions.Part>

  /// A blank, the mark and a blank.
  var hasMark: Bool { width >= 8 }
  /// Two columns and a blank.
  var hasGlyph: Bool { width >= 16 && parts.contains(.glyph) }
  /// The time at the right of the first line.
  var hasTime: Bool { width >= 30 && parts.contains(.time) }

  /// Columns before the text.
  var indent: Int { (hasMark ? 3 : 0) + (hasGlyph ? 3 : 0) }
  /// Columns that stay free at the right.
  var margin: Int { hasMark ? 1 : 0 }
  /// Columns of marks and source before the time.
  var detail: Int { width >= 50 ? min(wantedDetail, width / 3) : 0 }
  /// Columns of the text below the title.
  var text: Int { max(1, width - indent - margin) }

  /// Columns of the title; it leaves the source and the time their room on every line.
  var title: Int {
    max(1, text - (hasTime ? Self.time : 0) - (detail > 0 ? detail + 2 : 0))
  }
}
