import InboxText

/// Lays out a bar: spans at the left, a text at the right.
enum BarLine {
  /// Minimum columns between both ends.
  static let gap = 2

  /// A line with spans at the left, a text at the right, and a blank at both margins.
  ///
  /// - Parameters:
  ///   - left: The spans at the left.
  ///   - sign: A sign before the text at the right, where there is room for it.
  ///   - right: The text at the right.
  ///   - columns: The columns of the line.
  ///   - roles: The roles of the line.
  /// - Returns: The line.
  static func line(
    _ left: [Span], sign: Span? = nil, right: String, columns: Int, roles: RoleSet
  ) -> Line {
    var end = [Span(right, roles: roles)].filter { $0.columns > 0 }
    if let sign, columns - left.columns - end.columns - 2 >= room(of: sign) + gap {
      end = [sign] + (end.isEmpty ? [] : [.blank(1, roles: roles)]) + end
    }
    let free = columns - left.columns - end.columns - 2
    let margin = Span.blank(1, roles: roles)
    guard free > 0, !end.isEmpty else { return Line([margin] + left, fill: roles) }
    return Line([margin] + left + [.blank(free, roles: roles)] + end, fill: roles)
  }

  /// The columns of a sign with a blank behind it.
  static func room(of sign: Span?) -> Int { sign.map { $0.columns + 1 } ?? 0 }

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
  static func top(_ state: UIState, joints: [Int]) -> Line {
    let note = arrivals(state.list).map {
      Span(" \($0) ", roles: RoleSet(.bar)).aimed(at: .news)
    }
    return line(columns: state.areas.columns, joint: "┬", at: joints, note: note)
  }

  /// The border above the bottom bar, with the scroll position of the preview.
  static func bottom(_ state: UIState, _ split: PreviewSplit?, joints: [Int]) -> Line {
    let label = split.map(state.preview.scrollLabel) ?? ""
    let note = label.isEmpty ? nil : Span(" \(label) ", roles: RoleSet(.bar))
    return line(columns: state.areas.columns, joint: "┴", at: joints, note: note)
  }

  /// A border with joints to the borders between panes, and a note near the right end.
  private static func line(columns: Int, joint: String, at joints: [Int], note: Span?) -> Line {
    let end = note.map { [$0, rule(1)] } ?? []
    let free = columns - end.columns
    var spans: [Span] = []
    var column = 0
    for place in joints where place < free {
      spans += [rule(place - column), Span(joint, columns: 1, roles: roles)]
      column = place + 1
    }
    return Line((spans + [rule(free - column)] + end).filter { $0.columns > 0 })
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
