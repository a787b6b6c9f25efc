/// The lines between bars and content.
enum BorderLine {
  private static let roles = RoleSet(.border)

  static func plain(columns: Int) -> Line {
    Line([rule(columns)])
  }

  /// The line below the top bar, which also tells of what came in above the rows in sight.
  static func top(_ state: UIState) -> Line {
    let columns = state.areas.columns
    guard let news = arrivals(state.list) else { return plain(columns: columns) }
    let note = Span(" \(news) ", roles: RoleSet(.bar))
    return Line([rule(columns - note.columns - 1), note, rule(1)])
  }

  /// How many messages came in above what is looked at; nil when there are none.
  static func arrivals(_ list: ListState) -> String? {
    list.arrivals.isEmpty ? nil : "\(list.arrivals.count) new ↑"
  }

  private static func rule(_ columns: Int) -> Span {
    let columns = max(columns, 0)
    return Span(String(repeating: "─", count: columns), columns: columns, roles: roles)
  }
}
