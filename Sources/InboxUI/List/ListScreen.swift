import Foundation
import InboxCore

enum ListScreen {
  /// Lays out the visible rows, top first.
  static func lines(
    _ state: UIState, rows: Int, at now: Date, in zone: TimeZone,
    reusing earlier: inout DrawnRows
  ) -> [Line] {
    let list = state.list
    guard !list.snapshot.rows.isEmpty else {
      let areas = state.showsSources ? state.environment.listAreas : state.areas
      return EmptyScreen.lines(
        for: list, theme: state.theme, columns: areas.columns, rows: rows,
        keymap: state.keymap, filter: list.filterWords(at: now, in: zone),
        hint: state.hostOptions?.emptyHint,
        steps: state.hostOptions == nil ? state.preferences.firstSteps : [])
    }
    let layout = state.listLayout
    var context = RowContext(
      theme: state.theme, columns: layout.areas.columns, now: now,
      searchTexts: list.searchedTexts.texts,
      options: state.rowOptions, zone: zone)
    context.searchPatterns = list.searchedTexts.patterns
    earlier.beginFrame(in: context)
    var lines: [Line] = []
    lines.reserveCapacity(rows)
    let drawing = state.drawing
    var hidden = list.scroll?.line ?? 0
    var groups = layout.headers.map { GroupReader($0.grouping.kind) }
    let all = list.snapshot.rows
    let news = news(state, at: now)
    let others = news.isEmpty ? [] : all.filter { !$0.isLeading }
    let newest = others.max { $0.number < $1.number } ?? all.last
    for index in all.indices[(list.scroll.flatMap { list.index(of: $0.number) } ?? 0)...] {
      let row = all[index]
      context.look = list.look(of: row.number)
      context.picture = state.pictures.thumbnails[row.number]?.picture
      let states = states(of: row, in: list, hasFocus: !state.isOnSources)
      var drawn: [Line] = []
      var isFolded = false
      if let headers = layout.headers, let group = groups?.group(of: row) {
        isFolded = headers.grouping.isFolded(group)
        let isStart = !list.snapshot.hasEarlier
        if isFolded || groups?.hasHeader(above: index, of: all, isStart: isStart) == true {
          let isNew = newest.map { groups?.group(of: $0) == group } ?? false
          let header = GroupHeaderLine(
            group: group, headers: headers, count: state.listCounts.groups[group],
            notes: isNew ? news : [], first: row, isNewestFirst: list.query.order != .oldest)
          drawn = [header.line(in: context, states: isFolded ? states : [])]
          // Separating headers have no fold mark, so they are no click target.
          if !headers.isSeparating { drawn[0].aim(at: .header(row.number, folds: !isFolded)) }
        }
      }
      if !isFolded { drawn += earlier.lines(of: row, in: context, states: states, by: drawing) }
      lines += drawn.dropFirst(min(hidden, drawn.count - 1)).prefix(rows - lines.count)
      hidden = 0
      if lines.count == rows { break }
    }
    return lines
  }

  /// The news since the last visit; empty unless the list has all messages in the usual order.
  static func news(_ state: UIState, at now: Date) -> [String] {
    let (query, usual) = (state.list.query, MessageQuery())
    guard state.stack.lists.count == 1, query.filter == usual.filter, query.order == usual.order
    else { return [] }
    let key = state.keymap.names(of: .finding(.catchUp), in: .list).first
    return state.session.lastVisit?.news(at: now, in: state.zone, key: key) ?? []
  }

  private static func states(of row: MessageRow, in list: ListState, hasFocus: Bool) -> RoleSet {
    var roles: RoleSet = []
    if list.isMarked(row) { roles.insert(RoleSet(.marked)) }
    if list.isPending(row.number) { roles.insert(RoleSet(.pending)) }
    if row.number == list.selected, hasFocus { roles.insert(RoleSet(.selected)) }
    return roles
  }
}
