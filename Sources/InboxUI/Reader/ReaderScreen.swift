import InboxText
import Foundation

/// The screen of the reader: one message over the whole content area.
enum ReaderScreen {
  /// The visible lines of the open message.
  ///
  /// - Parameters:
  ///   - state: The state with the reader.
  ///   - rows: Height of the content.
  ///   - now: The time of the frame.
  ///   - zone: The time zone of the times.
  /// - Returns: Exactly `rows` lines.
  static func lines(
    _ state: UIState, rows: Int, at now: Date, in zone: TimeZone
  ) -> [Line] {
    guard rows > 0, let reader = state.reader else { return blank(rows) }
    guard let content = reader.content(columns: state.areas.columns) else {
      return loading(reader, columns: state.areas.columns) + blank(rows - 1)
    }
    let layout = ReaderLayout(columns: content.columns)
    let top = max(reader.scroll, 0)
    let shown = content.rows.dropFirst(top).prefix(rows)
    let lines = shown.enumerated().map { index, row in
      line(of: row, layout, state.keymap, at: now, in: zone).marking(
        marks(of: reader.search, on: top + index))
    }
    return lines + blank(rows - lines.count)
  }

  private static func line(
    of row: ReaderRow, _ layout: ReaderLayout, _ keymap: Keymap, at now: Date, in zone: TimeZone
  ) -> Line {
    switch row {
    case .line(let line): return line
    case .moment(let moment):
      let text = TextLayout.truncate(moment.text(at: now, in: zone), columns: moment.width)
      let spans = layout.label(moment.label(at: now)) + [Span(text, roles: ReaderLayout.base)]
      return Line(spans.filter { $0.columns > 0 }, fill: ReaderLayout.base)
    case .hint(let hint):
      let text = TextLayout.truncate(hint.text(at: now, keymap), columns: layout.width)
      let spans = [
        layout.blank(layout.margin),
        Span(text, roles: ReaderLayout.base.union(RoleSet(.readerField))),
      ]
      return Line(spans.filter { $0.columns > 0 }, fill: ReaderLayout.base)
    }
  }

  private static func marks(
    of search: ReaderSearch?, on row: Int
  ) -> [(bytes: Range<Int>, roles: RoleSet)] {
    let match = RoleSet(.match)
    return (search?.marks(on: row) ?? []).map { mark in
      (mark.bytes, mark.isCurrent ? match.union(.chosen) : match)
    }
  }

  private static func loading(_ reader: ReaderState, columns: Int) -> [Line] {
    let margin = ReaderLayout(columns: columns).margin
    let text = String.blanks(margin) + "Loading \(reader.number)…"
    let shown = TextLayout.truncate(text, columns: columns)
    return [Line([Span(shown, roles: ReaderLayout.base)], fill: ReaderLayout.base)]
  }

  private static func blank(_ count: Int) -> [Line] {
    Array(repeating: Line(fill: ReaderLayout.base), count: max(count, 0))
  }
}
