import InboxText
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
