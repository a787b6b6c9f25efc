import InboxText

/// A line with text at both ends, each in the longest form that fits.
enum BarLine {
  /// Fewest columns between both ends.
  static let gap = 2

  /// Spans at the left, a text at the right, and a blank at both margins.
  static func line(_ left: [Span], right: String, columns: Int, roles: RoleSet) -> Line {
    let end = Span(right, roles: roles)
    let free = columns - left.columns - end.columns - 2
    let margin = Span.blank(1, roles: roles)
    guard free > 0, end.columns > 0 else { return Line([margin] + left, fill: roles) }
    return Line([margin] + left + [.blank(free, roles: roles), end], fill: roles)
  }

  /// The first text that fits; nil if none does.
  static func fitting(_ texts: [String], columns: Int) -> String? {
    texts.first { $0.columns <= columns }
  }
}

/// The borders between bars and content.
enum BorderLine {
  private static let roles = RoleSet(.border)

  static func plain(columns: Int) -> Line {
    Line([rule(columns)])
  }

  /// The border below the top bar, with the number of new messages above the visible rows.
  static func top(_ state: UIState) -> Line {
    let columns = state.areas.columns
    guard let news = arrivals(state.list) else { return plain(columns: columns) }
    let note = Span(" \(news) ", roles: RoleSet(.bar)).aimed(at: .news)
    return Line([rule(columns - note.columns - 1), note, rule(1)])
  }

  /// The number of new messages above the visible rows; nil if there are none.
  static func arrivals(_ list: ListState) -> String? {
    list.arrivals.isEmpty ? nil : "\(list.arrivals.count) new ↑"
  }

  private static func rule(_ columns: Int) -> Span {
    let columns = max(columns, 0)
    return Span(String(repeating: "─", count: columns), columns: columns, roles: roles)
  }
}
