import InboxText

/// The picture of a screen: one line of spans for each row.
public struct Frame: Sendable, Hashable {
  /// Size of the screen.
  public var size: Size
  /// One line for each row of the screen, top first.
  public var lines: [Line]
  /// Position of the cursor in a prompt; nil hides it.
  public var cursor: Position?

  /// Makes a frame; missing lines are blank.
  public init(size: Size, lines: [Line], cursor: Position? = nil) {
    self.size = size
    self.lines = lines
    self.cursor = cursor
  }
}

/// A size in columns and rows.
public struct Size: Sendable, Hashable {
  /// Columns.
  public var columns: Int
  /// Rows.
  public var rows: Int

  /// Makes a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size before the terminal has reported its own.
  public static let zero = Size(columns: 0, rows: 0)
}

/// A cell of the screen, counted from 0 at the top left.
public struct Position: Sendable, Hashable {
  /// Column from the left.
  public var column: Int
  /// Row from the top.
  public var row: Int

  /// Makes a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
