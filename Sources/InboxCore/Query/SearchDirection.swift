/// Which way to look through the rows of a query.
public enum SearchDirection: Sendable, Hashable {
  /// Towards the last row.
  case forward
  /// Towards the first row.
  case backward
}
