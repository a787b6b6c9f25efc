/// The layout of a terminal: bar, content, status line and borders.
struct ScreenAreas: Sendable, Hashable {
  /// The width of all areas.
  var columns: Int
  /// Whether borders separate bar, content and status line.
  var hasBorders: Bool
  /// The first row of the content.
  var contentTop: Int
  /// Maximum width of readable text, in columns.
  var textColumns = Self.defaultTextColumns
  /// The rows of the content, at least 1 even if the terminal has none left.
  var contentRows: Int

  /// The default maximum width of readable text, in columns.
  static let defaultTextColumns = 100

  /// The lines that a page key scrolls.
  var page: Int { max(contentRows - 1, 1) }

  /// The smallest supported terminal.
  static let smallest = Size(columns: 20, rows: 5)

  /// Lays out a terminal; borders need at least 10 rows.
  init(size: Size) {
    columns = max(size.columns, 1)
    hasBorders = size.rows >= 10
    contentTop = hasBorders ? 2 : 1
    contentRows = max(size.rows - 2 * contentTop, 1)
  }
}
