/// A line with something at each end: texts give way to shorter ones where columns are few.
enum BarLine {
  /// Columns between both ends, at least.
  static let gap = 2

  /// Spans at the left, a text at the right and a blank at both margins.
  static func line(_ left: [Span], right: String, columns: Int, roles: RoleSet) -> Line {
    let end = Span(right, roles: roles)
    let free = columns - left.columns - end.columns - 2
    let margin = Span.blank(1, roles: roles)
    guard free > 0, end.columns > 0 else { return Line([margin] + left, fill: roles) }
    return Line([margin] + left + [.blank(free, roles: roles), end], fill: roles)
  }

  /// The first text that fits; nil when none does.
  static func fitting(_ texts: [String], columns: Int) -> String? {
    texts.first { $0.columns <= columns }
  }
}
