import InboxCore
import InboxText

/// Lays out the list of sources, at the left of the list of messages.
enum SourceListScreen {
  private static let ground = RoleSet(.row)

  /// The columns that all names take, with their signs, numbers and the border.
  static func columns(in state: UIState) -> Int {
    state.sourceList.tree.nodes.map { node in
      let number = number(of: node, unread: node.unread ?? 0, in: state)
      return 2 * node.depth + node.name.columns + number.columns + 5
    }.max() ?? 0
  }

  /// The signs of a row and its number of unread messages.
  private static func number(of row: SourceTree.Row, unread: Int, in state: UIState) -> String {
    let source = row.isRest ? nil : row.path
    let isMuted = source.map(state.preferences.mutes.include(source:)) ?? false
    let isAllowed = source.map(state.sourceList.allowed.contains) ?? false
    let marks = [isAllowed ? RowMark.actions : nil, isMuted ? .muted : nil].compactMap(\.self)
    return marks.map { $0.sign + " " }.joined() + (unread > 0 ? "\(unread) " : " ")
  }

  /// The lines, top first, each with the border at its end.
  static func lines(_ state: UIState, rows count: Int) -> [Line] {
    let columns = state.environment.sourceListColumns - 1
    // A thread is opened from a list, whose source stays marked.
    let list = state.stack.lists.last { $0.thread == nil } ?? state.list
    let (rows, cursor) = state.sourceList.visible(for: list.ownFilter, count: count)
    let border = Span("│", columns: 1, roles: RoleSet(.border))
    return (0..<count).map { index in
      var spans = [Span.blank(columns, roles: ground)]
      if rows.indices.contains(index) {
        spans = self.spans(
          of: rows[index], isSelected: index == cursor, columns: columns, in: state)
      }
      return Line(spans + [border]).aimed(at: .sources)
    }
  }

  /// The cursor, the fold mark, the name and the number of unread messages: in the accent for the
  /// current source, in grey for those with nothing unread.
  private static func spans(
    of row: SourceTree.Row, isSelected: Bool, columns: Int, in state: UIState
  ) -> [Span] {
    let hasCursor = isSelected && state.sourceList.hasFocus
    let ground = hasCursor ? ground.union(RoleSet(.selected)) : ground
    let unread = row.path == nil ? state.list.snapshot.counts.unread : row.unread ?? 0
    let mark = hasCursor ? state.theme.cursorMark.printable() : isSelected ? "›" : ""
    let fold = row.isFolded.map { $0 ? "▸ " : "▾ " } ?? "  "
    let grey = ground.union(RoleSet(.readMessage))
    let number = number(of: row, unread: unread, in: state)
    let indent = Span(String.blanks(2 * row.depth) + fold, roles: grey)
      .aimed(at: .source(row, folds: row.isFolded != nil))
    let room = max(columns - 1 - indent.columns - number.columns - 1, 1)
    let name = TextLayout.truncate(TextLayout.oneLine(row.name, columns: room), columns: room)
    let accent = ground.union(RoleSet(hasCursor ? .cursor : .unreadMark))
    let text = unread > 0 ? ground.union(RoleSet(.unreadTitle)) : grey
    let roles = hasCursor ? text.union(.chosen) : isSelected ? accent : text
    let title = Span(name, roles: roles).aimed(at: .source(row, folds: false))
    let free = max(columns - 1 - indent.columns - title.columns - number.columns, 0)
    return [
      Span(
        TextLayout.pad(mark, columns: 1), columns: 1, roles: isSelected ? accent : ground),
      indent, title,
      .blank(free, roles: ground).aimed(at: .source(row, folds: false)),
      Span(number, roles: grey).aimed(at: .source(row, folds: false)),
    ]
  }
}
