import InboxText

/// Lays out a bar: spans at the left, a text at the right.
enum BarLine {
  /// Minimum columns between both ends.
  static let gap = 2

  /// A line with spans at the left, a text at the right, and a blank at both margins.
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
  static func top(_ state: UIState, _ split: PreviewSplit?) -> Line {
    let note = arrivals(state.list).map {
      Span(" \($0) ", roles: RoleSet(.bar)).aimed(at: .news)
    }
    return line(columns: state.areas.columns, joint: "┬", split, note: note)
  }

  /// The border above the bottom bar, with the scroll position of the preview.
  static func bottom(_ state: UIState, _ split: PreviewSplit?) -> Line {
    let label = split.map(state.preview.scrollLabel) ?? ""
    let note = label.isEmpty ? nil : Span(" \(label) ", roles: RoleSet(.bar))
    return line(columns: state.areas.columns, joint: "┴", split, note: note)
  }

  /// A border with a joint to the border of a preview, and a note near the right end.
  private static func line(
    columns: Int, joint: String, _ split: PreviewSplit?, note: Span?
  ) -> Line {
    let end = note.map { [$0, rule(1)] } ?? []
    let free = columns - end.columns
    guard let split, split.side == .right, split.list.columns < free else {
      return Line([rule(free)] + end)
    }
    let start = split.list.columns
    let sign = Span(joint, columns: 1, roles: roles)
    return Line([rule(start), sign, rule(free - start - 1)] + end)
  }

  /// The number of new messages above the visible rows; nil if there are none.
  static func arrivals(_ list: ListState) -> String? {
    list.arrivals.isEmpty ? nil : "\(list.arrivals.count) new ↑"
  }

  private static func rule(_ columns: Int) -> Span {
    let columns = max(columns, 0)
    return Span(String.rule(columns), columns: columns, roles: roles)
  }
}
