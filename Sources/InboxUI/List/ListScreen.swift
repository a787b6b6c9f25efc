import InboxText
import Foundation
import InboxCore

/// The visible rows of a list.
enum ListScreen {
  /// The lines of the content, top first; only visible rows are laid out.
  static func lines(
    _ state: UIState, rows: Int, at now: Date, in zone: TimeZone
  ) -> [Line] {
    let list = state.list
    guard !list.snapshot.rows.isEmpty else {
      return EmptyScreen.lines(
        for: list, theme: state.theme, columns: state.areas.columns, rows: rows,
        keymap: state.keymap,
        hint: state.hostOptions.map(\.emptyHint) ?? state.preferences.pushExample)
    }
    var context = RowContext(
      theme: state.theme, columns: state.areas.columns, now: now, searchTexts: searchTexts(list),
      options: state.preferences.rows, zone: zone)
    var lines: [Line] = []
    lines.reserveCapacity(rows)
    let drawing = state.drawing
    var hidden = list.scroll?.line ?? 0
    for row in list.snapshot.rows[firstIndex(list)...] {
      context.look = list.look(of: row.number)
      let drawn = drawing.lines(of: row, in: context, states: states(of: row, in: list))
      lines += drawn.dropFirst(min(hidden, drawn.count - 1)).prefix(rows - lines.count)
      hidden = 0
      if lines.count == rows { break }
    }
    return lines
  }

  private static func firstIndex(_ list: ListState) -> Int {
    list.scroll.flatMap { list.index(of: $0.number) } ?? 0
  }

  private static func states(of row: MessageRow, in list: ListState) -> RoleSet {
    var roles: RoleSet = []
    if list.marked[row.number] != nil { roles.insert(RoleSet(.marked)) }
    if list.isPending(row.number) { roles.insert(RoleSet(.pending)) }
    if row.number == list.selected { roles.insert(RoleSet(.selected)) }
    return roles
  }

  private static func searchTexts(_ list: ListState) -> [String] {
    list.query.filter.searchTexts + (list.search?.filter.searchTexts ?? [])
  }
}
