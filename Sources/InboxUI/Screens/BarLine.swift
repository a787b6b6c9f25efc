/// A line with something at each end: texts give way to shorter ones where columns are few.
enum BarLine {
  /// Columns between both ends, at least.
  static let gap = 2

  /// Spans at the left, a text at the right and a blank at both margins.
  static func line(_ left: [Span], right: String, columns: Int, roles: RoleSet) -> Line {
    let end = Span(right, roles: roles)
    let used = left.reduce(1) { $0 + $1.columns }
    let free = columns - used - end.columns - 1
    let margin = Span(" ", columns: 1, roles: roles)
    guard free > 0, end.columns > 0 else { return Line([margin] + left, fill: roles) }
    let blank = Span(String(repeating: " ", count: free), columns: free, roles: roles)
    return Line([margin] + left + [blank, end], fill: roles)
  }

  /// The first text that fits; nil when none does.
  static func fitting(_ texts: [String], columns: Int) -> String? {
    texts.first { $0.columns <= columns }
  }
}
