/// What a terminal shows that is too small for any of the screens.
enum TooSmallScreen {
  private static let text = "too small"

  static func frame(_ size: Size) -> Frame {
    let rows = max(size.rows, 0)
    var lines = Array(repeating: Line(), count: rows)
    if rows > 0 {
      lines[0] = Line([Span(String(text.prefix(max(size.columns, 0))), roles: RoleSet(.error))])
    }
    return Frame(size: size, lines: lines)
  }
}
