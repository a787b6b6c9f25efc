import InboxText
extension Span {
  /// Makes a span of any text, printable and measured.
  ///
  /// - Parameters:
  ///   - text: What to show; it may come from outside.
  ///   - roles: What it means.
  public init(_ text: String, roles: RoleSet) {
    let shown = text.printable()
    self.init(shown, columns: shown.columns, roles: roles)
  }

  /// So many blank columns; none when the number is negative.
  static func blank(_ columns: Int, roles: RoleSet) -> Span {
    let columns = max(columns, 0)
    return Span(String(repeating: " ", count: columns), columns: columns, roles: roles)
  }
}

extension [Span] {
  /// Columns that they take one after the other.
  var columns: Int {
    reduce(0) { $0 + $1.columns }
  }
}
