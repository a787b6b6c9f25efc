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
}
