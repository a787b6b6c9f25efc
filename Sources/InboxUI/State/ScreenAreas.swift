/// How the rows of a terminal are shared: bar, content, status line, and borders where they fit.
public struct ScreenAreas: Sendable, Hashable {
  /// Columns of all of them.
  public var columns: Int
  /// Whether borders lie between bar, content and status line.
  public var hasBorders: Bool
  /// First row of the content.
  public var contentTop: Int
  /// Rows of the content, at least 1 even where the terminal has none left.
  public var contentRows: Int
  /// Row of the bar, the status line and the prompt; nil where the terminal is too low.
  public var statusRow: Int?

  /// Smallest terminal on which the screens are drawn.
  public static let smallest = Size(columns: 20, rows: 5)

  /// Shares the rows of a terminal.
  public init(size: Size) {
    columns = max(size.columns, 1)
    hasBorders = size.rows >= 10
    contentTop = hasBorders ? 2 : 1
    contentRows = max(size.rows - 2 * contentTop, 1)
    statusRow = size.rows > 1 ? size.rows - 1 : nil
  }
}
