import InboxText

/// The picture of a screen: one line of spans for each row.
package struct Frame: Sendable, Hashable {
  /// Size of the screen.
  package var size: Size
  /// One line for each row of the screen, top first.
  package var lines: [Line]
  /// Position of the cursor in a prompt; nil hides it.
  package var cursor: Position?
  /// The graphic over the cells of a picture; nil where there is none, or not all of it in sight.
  package var graphic: PlacedGraphic?

  /// Makes a frame; missing lines are blank.
  package init(size: Size, lines: [Line], cursor: Position? = nil) {
    self.size = size
    self.lines = lines
    self.cursor = cursor
  }
}

/// A size in columns and rows.
package struct Size: Sendable, Hashable {
  /// Columns.
  package var columns: Int
  /// Rows.
  package var rows: Int

  /// Makes a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size before the terminal has reported its own.
  package static let zero = Size(columns: 0, rows: 0)
}

/// A cell of the screen, counted from 0 at the top left.
package struct Position: Sendable, Hashable {
  /// Column from the left.
  package var column: Int
  /// Row from the top.
  package var row: Int

  /// Makes a position.
  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
