public import Foundation

/// What the list around a row says about how the row is shown.
public struct RowContext: Sendable {
  /// How it looks.
  public var theme: Theme
  /// Columns of the list.
  public var columns: Int
  /// The moment that relative times are counted from.
  public var now: Date
  /// Texts whose occurrences are highlighted.
  public var searchTexts: [String]
  /// The form that the person chose.
  public var options: RowOptions
  /// The time zone in which times are shown.
  public var zone: TimeZone

  /// Makes a context.
  public init(
    theme: Theme, columns: Int, now: Date, searchTexts: [String] = [],
    options: RowOptions = .init(), zone: TimeZone = .gmt
  ) {
    self.theme = theme
    self.columns = columns
    self.now = now
    self.searchTexts = searchTexts
    self.options = options
    self.zone = zone
  }
}
