/// A frame: the lines of the screen at one moment.
package struct Frame: Sendable, Hashable {
  /// The size of the screen.
  package var size: Size
  /// One line per row, top first.
  package var lines: [Line]
  /// The position of the prompt's cursor; nil hides it.
  package var cursor: Position?
  /// The start of the selected row or item, where the hidden cursor stays: screen readers and
  /// magnifiers follow it.
  package var selection: Position?
  /// The graphics drawn over the cells of pictures that are fully visible.
  package var graphics: [PlacedGraphic] = []

  /// Creates a frame; missing lines are blank.
  package init(size: Size, lines: [Line], cursor: Position? = nil) {
    self.size = size
    self.lines = lines
    self.cursor = cursor
  }
}

/// A size in columns and rows.
package struct Size: Sendable, Hashable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size before the terminal reports one.
  package static let zero = Size(columns: 0, rows: 0)
}

/// A cell of the screen, from 0 at the top left.
package struct Position: Sendable, Hashable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
