/// One item of a menu: its key, a tick, its label, and its detail at the right.
struct MenuLine {
  private static let gap = 2
  /// Columns of the key, the tick and the blanks around them.
  private static let front = 5

  private let item: MenuItem
  private let roles: RoleSet
  private let isSelected: Bool

  init(_ item: MenuItem, isSelected: Bool) {
    self.item = item
    self.isSelected = isSelected
    roles = isSelected ? RoleSet(.row).union(RoleSet(.selected)) : RoleSet(.row)
  }

  /// Columns that an item takes when nothing of it is left out.
  static func columns(of item: MenuItem) -> Int {
    let detail = text(item.detail).columns
    return front + text(item.label).columns + (detail > 0 ? detail + gap : 0) + 1
  }

  /// The item in exactly so many columns; the detail goes first, then the end of the label.
  func spans(columns: Int) -> [Span] {
    let room = max(columns - Self.front - 1, 0)
    let detail = fittingDetail(room: room)
    let used = detail.isEmpty ? 0 : detail.columns + Self.gap
    let label = TextLayout.pad(Self.text(item.label), columns: room - used)
    let key = item.key.map { TextLayout.pad(String($0).printable(), columns: 1) } ?? " "
    let tick = item.isTicked ? " ✓ " : "   "
    let spans = [
      Span.blank(1, roles: roles), Span(key, columns: 1, roles: roles(with: .helpKey)),
      Span(tick, columns: 3, roles: roles), Span(label, roles: roles),
      Span.blank(used - detail.columns, roles: roles),
      Span(detail, roles: roles(with: .help)), Span.blank(1, roles: roles),
    ]
    return spans.filter { $0.columns > 0 }
  }

  /// Under the cursor only that is marked, so that all of the line stands out.
  private func roles(with role: Role) -> RoleSet {
    isSelected ? roles : roles.union(RoleSet(role))
  }

  /// The detail, where at least some of the label stays beside it.
  private func fittingDetail(room: Int) -> String {
    let detail = Self.text(item.detail)
    let label = min(Self.text(item.label).columns, 8)
    return detail.columns + Self.gap + label <= room ? detail : ""
  }

  private static func text(_ text: String) -> String {
    TextLayout.oneLine(text, columns: 200)
  }
}
