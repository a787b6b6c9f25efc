import InboxText

/// Draws a menu as a box beside its row, else at the bottom of the content.
///
/// If not all items fit, those around the cursor are visible, and arrows point to the others.
struct MenuBox {
  private static let ground = RoleSet(.row)
  private static let border = ground.union(RoleSet(.border))
  /// Minimum rows between the bars for a bottom border.
  private static let rowsForBottom = 4
  /// Blank columns on both sides of the box, if there is room.
  private static let margin = 1

  private let menu: MenuState
  private let areas: ScreenAreas
  private let first: Int
  /// Number of visible items.
  private let rows: Int
  private let width: Int
  private let hasLetters: Bool
  /// The first line of a box beside a row; nil at the bottom.
  private let top: Int?
  /// The first column.
  private let left: Int

  /// Computes the size of a box.
  ///
  /// - Parameters:
  ///   - menu: The menu.
  ///   - areas: The areas of the screen.
  ///   - row: The lines of the content below or above which the box is, where there is room.
  ///   - left: The first column.
  ///   - isFixed: Whether the box has full width and at most half of the height, for items that
  ///     change as the user types.
  ///   - limit: Maximum visible items; at least 2 are visible.
  init(
    _ menu: MenuState, areas: ScreenAreas, beside row: Range<Int>? = nil, from left: Int = 0,
    isFixed: Bool = false, limit: Int = .max
  ) {
    (self.menu, self.left, self.areas) = (menu, left, areas)
    hasLetters = menu.items.contains { $0.letter != nil }
    let hasLetters = hasLetters
    let most = isFixed ? max(min(areas.contentRows / 2, limit), 2) : limit
    let rows = min(Self.itemRows(areas), most, menu.items.count)
    self.rows = rows
    first = min(max(menu.selected - rows / 2, 0), menu.items.count - rows)
    let widest = menu.items.map { MenuLine.columns(of: $0, hasLetters: hasLetters) }.max() ?? 0
    let title = TextLayout.oneLine(menu.title, columns: areas.columns).columns + 7
    let room = areas.columns - left - 2 * Self.margin(areas)
    width = isFixed ? room : min(max(widest + 4, title), room)
    let height = rows + (Self.hasBottom(areas) ? 2 : 1)
    let start = row.flatMap { row in
      row.upperBound + height <= areas.contentRows
        ? row.upperBound : row.lowerBound >= height ? row.lowerBound - height : nil
    }
    top = start.map { $0 + areas.contentTop }
  }

  /// Maximum visible items.
  static func itemRows(_ areas: ScreenAreas) -> Int {
    max(rows(areas) - (hasBottom(areas) ? 2 : 1), 1)
  }

  /// Draws the box over the lines of a screen.
  func lay(over lines: inout [Line]) {
    let box = self.lines
    let top = top ?? lines.count - 1 - box.count
    for (index, spans) in box.enumerated() where lines.indices.contains(top + index) {
      let side = side(isBorder: index == box.count - 1 && isOnBorder)
      let covering = Line(side + spans + side).aimed(at: .menu).spans
      lines[top + index] = lines[top + index].overlaid(with: covering, at: left)
    }
  }

  /// The margin beside the box: blank columns, or the border that its bottom edge joins.
  private func side(isBorder: Bool) -> [Span] {
    let margin = Self.margin(areas)
    guard margin > 0 else { return [] }
    return [isBorder ? .rule(margin, roles: Self.border) : .blank(margin, roles: Self.ground)]
  }

  /// Whether the bottom edge joins the border above the status line.
  private var isOnBorder: Bool { areas.hasBorders && top == nil && Self.hasBottom(areas) }

  private static func rows(_ areas: ScreenAreas) -> Int {
    areas.contentRows + (areas.hasBorders ? 1 : 0)
  }

  private static func hasBottom(_ areas: ScreenAreas) -> Bool { rows(areas) >= rowsForBottom }

  private static func margin(_ areas: ScreenAreas) -> Int { areas.columns >= 40 ? margin : 0 }

  private var lines: [[Span]] {
    let last = min(first + rows, menu.items.count)
    let items = menu.items.indices[first..<last].map { index in
      let line = MenuLine(
        item: menu.items[index], isSelected: menu.showsCursor && index == menu.selected,
        hasLetters: hasLetters)
      let edge = Span("│", columns: 1, roles: Self.border)
      let target = ScreenTarget.item(menu.items[index].choice)
      return [edge] + line.spans(columns: width - 2).map { $0.aimed(at: target) } + [edge]
    }
    let below = last < menu.items.count ? "↓" : ""
    guard Self.hasBottom(areas) else { return [top(below: below)] + items }
    let corners = isOnBorder ? ("┴", "┴") : ("└", "┘")
    return [top(below: "")] + items + [edge(corners.0, corners.1, note: below, columns: width)]
  }

  /// The top border with the title, and arrows for hidden items.
  private func top(below: String) -> [Span] {
    let title = TextLayout.truncate(
      TextLayout.oneLine(menu.title, columns: width), columns: max(width - 7, 0))
    let more = (first > 0 ? "↑" : "") + below
    let start = Span("┌─", columns: 2, roles: Self.border)
    let name = Span(" \(title) ", roles: Self.ground.union(RoleSet(.prompt)))
    let room = width - 2 - name.columns
    let note = menu.note.map { " \($0) " } ?? ""
    let isRoom = note.columns + more.columns + 2 <= room
    return [start, name] + edge("", "┐", note: (isRoom ? note : "") + more, columns: room)
  }

  /// A horizontal border with a note before its end.
  private func edge(_ start: String, _ end: String, note: String, columns: Int) -> [Span] {
    let free = max(columns - start.columns - end.columns - note.columns, 0)
    let rule = Span(start + .rule(free), columns: start.columns + free, roles: Self.border)
    let text = Span(note, columns: note.columns, roles: Self.ground.union(RoleSet(.help)))
    return [rule, text, Span(end, columns: end.columns, roles: Self.border)]
      .filter { $0.columns > 0 }
  }
}

/// A line of a menu: key, tick, label and right-aligned detail.
struct MenuLine {
  private static let gap = 2
  /// Columns of key, tick and blanks.
  private static let front = 5
  /// Columns of a host where the label is shortened to almost nothing.
  private static let leastHost = 12
  /// Columns of the letters, if an item has one.
  private static let letter = 2

  let item: MenuItem
  let isSelected: Bool
  let hasLetters: Bool
  private var roles: RoleSet { isSelected ? RoleSet(.row).union(.chosen) : RoleSet(.row) }

  /// Columns of a whole item.
  static func columns(of item: MenuItem, hasLetters: Bool) -> Int {
    let detail = text(item.detail).columns
    return front + (hasLetters ? letter : 0) + text(item.label).columns
      + (detail > 0 ? detail + gap : 0) + 1
  }

  /// The item in exactly `columns`; the detail but its host is dropped first, then the label is
  /// truncated.
  func spans(columns: Int) -> [Span] {
    let letters = hasLetters ? Self.letter : 0
    let room = max(columns - Self.front - letters - 1, 0)
    let detail = fittingDetail(room: room)
    let used = detail.isEmpty ? 0 : detail.columns + Self.gap
    let label = TextLayout.pad(Self.text(item.label), columns: room - used)
    let key = Self.shown(item.key)
    let letter = hasLetters ? " " + Self.shown(item.letter) : ""
    let tick = item.isTicked ? " ✓ " : item.waits ? " … " : "   "
    let spans =
      [
        Span.blank(1, roles: roles), Span(key, columns: 1, roles: roles(with: .helpKey)),
        Span(letter, columns: letters, roles: roles(with: .helpKey)),
        Span(tick, columns: 3, roles: roles),
      ] + labelSpans(label) + [
        Span.blank(used - detail.columns, roles: roles),
        Span(detail, roles: roles(with: .help)), Span.blank(1, roles: roles),
      ]
    return spans.filter { $0.columns > 0 }
  }

  /// The label, with the matched characters highlighted.
  private func labelSpans(_ label: String) -> [Span] {
    let places = Self.text(item.label) == item.label ? Array(label.indices) : []
    let marks = item.matched.filter(places.indices.contains).map { offset in
      let end = label.index(after: places[offset])
      return (bytes: label.byteRange(places[offset]..<end), roles: RoleSet(.helpKey))
    }
    return Line([Span(label, roles: roles)]).marking(marks).spans
  }

  private static func shown(_ key: Character?) -> String {
    key.map { TextLayout.pad(String($0).printable(), columns: 1) } ?? " "
  }

  /// The roles of a part; the cursor's replace them, so that the whole line stands out.
  private func roles(with role: Role) -> RoleSet {
    isSelected ? roles : roles.union(RoleSet(role))
  }

  /// The detail, or its host if it leaves too little room for the label; empty without one.
  private func fittingDetail(room: Int) -> String {
    let (detail, host) = (Self.text(item.detail), Self.text(item.host ?? ""))
    let most = room - Self.gap - min(Self.text(item.label).columns, 8)
    guard detail.columns > most else { return detail }
    // The end of a host says whose it is.
    let columns = max(most, min(Self.leastHost, room - Self.gap - 2), 1)
    return host.columns <= columns ? host : TextLayout.ellipsis + host.ending(columns: columns - 1)
  }

  private static func text(_ text: String) -> String {
    TextLayout.oneLine(text, columns: 200)
  }
}
