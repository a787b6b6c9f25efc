/// The picture of a screen: lines of text whose pieces say what they mean.
public struct Frame: Sendable, Hashable {
  /// Columns and rows.
  public var size: Size
  /// One line for each row of the screen, top first.
  public var lines: [Line]
  /// Where the cursor is shown, while a prompt has it.
  public var cursor: Position?

  /// Makes a frame; missing lines are blank.
  public init(size: Size, lines: [Line], cursor: Position? = nil) {
    self.size = size
    self.lines = lines
    self.cursor = cursor
  }
}

/// Extent in columns and rows.
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

  /// No room at all, before anybody has said how much there is.
  public static let zero = Size(columns: 0, rows: 0)
}

/// A cell of the screen, from 0 at the top left.
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

/// One row of a frame: spans from left to right.
///
/// The spans of a line never take more columns than the frame has; what they leave free is drawn
/// in the roles of ``fill``.
public struct Line: Sendable, Hashable {
  /// The pieces, from left to right.
  public var spans: [Span]
  /// What the rest of the row means.
  public var fill: RoleSet

  /// Makes a line.
  public init(_ spans: [Span] = [], fill: RoleSet = []) {
    self.spans = spans
    self.fill = fill
  }
}

/// A piece of text with one meaning; already printable and measured.
public struct Span: Sendable, Hashable {
  /// The text, without control characters.
  public var text: String
  /// Columns that it takes on a terminal.
  public var columns: Int
  /// What it means, as layers.
  public var roles: RoleSet

  /// Makes a span whose columns are known.
  public init(_ text: String, columns: Int, roles: RoleSet) {
    self.text = text
    self.columns = columns
    self.roles = roles
  }
}
