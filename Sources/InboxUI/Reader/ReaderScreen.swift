import Foundation
import InboxText

/// The screen of the reader: one message over the whole content area.
enum ReaderScreen {
  /// The visible lines of the open message.
  ///
  /// - Parameters:
  ///   - state: The state with the reader.
  ///   - rows: The height of the content.
  ///   - now: The time of the frame.
  ///   - zone: The time zone of the times.
  /// - Returns: Exactly `rows` lines.
  static func lines(
    _ state: UIState, rows: Int, at now: Date, in zone: TimeZone
  ) -> [Line] {
    lines(
      of: state.reader, in: state.areas, rows: rows, keymap: state.keymap, context: .reader,
      searched: state.list.searchedTexts, at: now, in: zone)
  }

  /// The visible lines of a message in areas of any size, for reader and preview.
  ///
  /// The keys are those of `context`: the reader, or the list beside the preview; nil shows none.
  static func lines(
    of reader: ReaderState?, in areas: ScreenAreas, rows: Int, keymap: Keymap,
    context: InputContext?, searched: SearchedTexts, at now: Date, in zone: TimeZone
  ) -> [Line] {
    guard rows > 0, let reader else { return blank(rows) }
    guard let content = reader.content(in: areas) else {
      return loading(reader, columns: areas.columns) + blank(rows - 1)
    }
    let top = max(reader.scroll, 0)
    let shown = content.rows.dropFirst(top).prefix(rows)
    // A search in the message takes precedence over the search of the list.
    let found = reader.search == nil ? marks(of: searched, in: shown) : [:]
    let lines = shown.enumerated().map { index, row in
      let line = line(of: row, in: content, keymap, context, at: now, in: zone)
        .marking(found[index] ?? marks(of: reader.search, on: top + index))
      return content.form.wraps ? line : line.window(from: reader.column, columns: areas.columns)
    }
    return lines + blank(rows - lines.count)
  }

  /// A line of a message at a time.
  static func line(
    of row: ReaderRow, in content: ReaderContent, _ keymap: Keymap, _ context: InputContext?,
    at now: Date, in zone: TimeZone
  ) -> Line {
    let layout = ReaderLayout(content.form)
    switch row {
    case .line(let line), .picture(let line): return line
    case .moment(let moment):
      guard let keys = moment.keys else { return line(of: moment, layout, at: now, in: zone) }
      let time = moment.text(at: now, in: zone)
      let room = moment.width - time.columns - ReaderMoment.gap
      return line(
        [
          Span(moment.label + time, roles: fieldRoles),
          .blank(ReaderMoment.gap, roles: ReaderLayout.base),
        ] + keys.spans(columns: room, keymap, in: context), layout)
    case .keys(let keys):
      return line(keys.spans(columns: layout.width, keymap, in: context), layout)
    case .occurrence(let occurrence):
      let (name, text) = occurrence.parts(at: now, in: zone)
      let shown = TextLayout.truncate(name, columns: layout.width)
      let blanks = text.isEmpty ? "" : "  "
      return line(
        [Span(shown, roles: fieldRoles), Span(blanks + text, roles: ReaderLayout.base)], layout)
    case .hint(let hint):
      let text = TextLayout.truncate(hint.text(at: now, keymap, in: context), columns: layout.width)
      return line([Span(text, roles: fieldRoles)], layout)
    }
  }

  private static let fieldRoles = ReaderLayout.base.union(RoleSet(.readerField))

  private static func line(
    of moment: ReaderMoment, _ layout: ReaderLayout, at now: Date, in zone: TimeZone
  ) -> Line {
    let text = TextLayout.truncate(moment.text(at: now, in: zone), columns: moment.width)
    guard !moment.isByline else {
      return line([Span(moment.label + text, roles: fieldRoles)], layout)
    }
    let spans = layout.label(moment.label(at: now)) + [Span(text, roles: ReaderLayout.base)]
    return Line(spans.filter { $0.columns > 0 }, fill: ReaderLayout.base)
  }

  private static func line(_ spans: [Span], _ layout: ReaderLayout) -> Line {
    let all = [layout.blank(layout.margin)] + spans
    return Line(all.filter { $0.columns > 0 }, fill: ReaderLayout.base)
  }

  private static func marks(
    of search: ReaderSearch?, on row: Int
  ) -> [(bytes: Range<Int>, roles: RoleSet)] {
    let match = RoleSet(.match)
    return (search?.marks(on: row) ?? []).map { mark in
      (mark.bytes, mark.isCurrent ? match.union(.chosen) : match)
    }
  }

  /// The matches of the list's search in the visible lines, by row.
  private static func marks(
    of searched: SearchedTexts, in rows: ArraySlice<ReaderRow>
  ) -> [Int: [(bytes: Range<Int>, roles: RoleSet)]] {
    guard !searched.isEmpty else { return [:] }
    let pieces = ReaderText(rows).matches(of: searched).flatMap(\.pieces)
    return Dictionary(grouping: pieces, by: \.row).mapValues { pieces in
      pieces.map { ($0.bytes, RoleSet(.match)) }
    }
  }

  private static func loading(_ reader: ReaderState, columns: Int) -> [Line] {
    let margin = ReaderLayout(ReaderForm(columns: columns)).margin
    let text = String.blanks(margin) + "Loading \(reader.number)…"
    let shown = TextLayout.truncate(text, columns: columns)
    return [Line([Span(shown, roles: ReaderLayout.base)], fill: ReaderLayout.base)]
  }

  private static func blank(_ count: Int) -> [Line] {
    Array(repeating: Line(fill: ReaderLayout.base), count: max(count, 0))
  }
}
