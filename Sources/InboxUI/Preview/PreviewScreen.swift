import Foundation

/// Lays out the list with the preview of the selected message.
enum PreviewScreen {
  /// The lines of list and preview, top first, with the border between them.
  static func lines(
    _ state: UIState, _ split: PreviewSplit, at now: Date, in zone: TimeZone,
    reusing drawn: inout DrawnRows
  ) -> [Line] {
    let list = ListScreen.lines(
      state, rows: split.list.contentRows, at: now, in: zone, reusing: &drawn)
    let blank = repeatElement(Line(), count: max(split.list.contentRows - list.count, 0))
    let preview = ReaderScreen.lines(
      of: state.preview.reader, in: split.preview, rows: split.preview.contentRows,
      keymap: state.keymap,
      // No key acts on the message where the row stands for several.
      context: state.stack.targetGroup == nil ? state.context(of: state.screen) : nil,
      searched: state.list.searchedTexts, at: now, in: zone
    ).map { $0.aimed(at: .preview) }
    switch split.side {
    case .below:
      let border = Line([.rule(split.list.columns, roles: RoleSet(.border))]).aimed(at: .split)
      return list + blank + [border] + preview
    case .right:
      let bar = Span("│", columns: 1, roles: RoleSet(.border)).aimed(at: .split)
      return zip(list + blank, preview).map { left, right in
        let left = left.aimed(at: .list)
        let free = Span.blank(split.list.columns - left.spans.columns, roles: left.fill)
        var line = Line(
          left.spans + [free.aimed(at: left.target), bar] + right.spans, fill: right.fill)
        line.target = right.target
        return line
      }
    }
  }
}
