import InboxText
/// The areas of a terminal: bar, content, status line and borders.
struct ScreenAreas: Sendable, Hashable {
  /// Columns of all of them.
  var columns: Int
  /// Whether borders lie between bar, content and status line.
  var hasBorders: Bool
  /// First row of the content.
  var contentTop: Int
  /// Most columns of a text to read.
  var textColumns = Self.defaultTextColumns
  /// Rows of the content, at least 1 even where the terminal has none left.
  var contentRows: Int

  /// Columns of a text to read, unless a person chooses others.
  static let defaultTextColumns = 100

  /// Lines by which a page key moves.
  var page: Int { max(contentRows - 1, 1) }

  /// Smallest terminal on which the screens are drawn.
  static let smallest = Size(columns: 20, rows: 5)

  /// Shares the rows of a terminal.
  init(size: Size) {
    columns = max(size.columns, 1)
    hasBorders = size.rows >= 10
    contentTop = hasBorders ? 2 : 1
    contentRows = max(size.rows - 2 * contentTop, 1)
  }
}
