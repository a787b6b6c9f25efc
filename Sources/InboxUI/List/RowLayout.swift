import InboxText
public import InboxCore

/// The built-in row of a message: mark, glyph, title, source and time, then its text.
///
/// On narrow screens parts are dropped in this order: source, time, glyph, mark.
public struct RowLayout {
  /// The message.
  let row: MessageRow
  /// Theme, width, time zone and search of the list.
  let context: RowContext
  /// Columns of each part.
  let columns: RowColumns
  /// Marks and source at the right of the first line.
  let detail: String
  /// The snooze, start or expiry shown before the marks.
  let phase: RowPhase?

  init(row: MessageRow, context: RowContext) {
    self.row = row
    self.context = context
    phase = RowPhase(of: row)
    detail = Self.detail(of: row, as: context.options)
    columns = RowColumns(
      width: context.columns, wantedDetail: detail.columns + (phase?.columns ?? 0),
      parts: context.options.parts, hasFutureTime: phase?.isAhead ?? false)
  }

  /// Height of a row, equal to the number of lines of ``lines(of:in:states:)``.
  ///
  /// - Parameters:
  ///   - row: The message.
  ///   - theme: Its line limits count.
  ///   - columns: Width of the list.
  ///   - options: Density and visible parts.
  /// - Returns: The height in lines, at least 1.
  package static func height(
    of row: MessageRow, theme: Theme, columns: Int, options: RowOptions = .init()
  ) -> Int {
    let context = RowContext(
      theme: theme, columns: columns, now: row.sortDate, options: options)
    let layout = RowLayout(row: row, context: context)
    let question = layout.questionLine == nil ? 0 : 1
    return max(1, layout.titleLines.count + layout.messageLines.count + question)
  }

  /// Lays a row out in at least one line, none wider than the list.
  ///
  /// - Parameters:
  ///   - row: The message.
  ///   - context: Theme, width, time zone and search of the list.
  ///   - states: Roles over the whole row: marked, pending, selected.
  /// - Returns: The lines, top first.
  public static func lines(
    of row: MessageRow, in context: RowContext, states: RoleSet = []
  ) -> [Line] {
    guard context.columns > 0 else { return [Line()] }
    return RowLayout(row: row, context: context).lines(states: states)
  }

  private func lines(states: RoleSet) -> [Line] {
    let base = baseRoles.union(states)
    let titleRoles = base.union(isUnread ? RoleSet(.unreadTitle) : RoleSet(.readTitle))
    let messageRoles = base.union(isUnread ? RoleSet(.unreadMessage) : RoleSet(.readMessage))
    let texts =
      titleLines.map { highlighted($0, titleRoles) }
      + messageLines.map { highlighted($0, messageRoles) }
      + question(messageRoles)
    guard let first = texts.first else { return [firstLine([], base: base)] }
    return [firstLine(first, base: base)]
      + texts.dropFirst().map { Line([.blank(columns.indent, roles: base)] + $0, fill: base) }
  }

  private func question(_ roles: RoleSet) -> [[Span]] {
    let roles = row.awaitsAnswer ? roles.union(RoleSet(.prompt)) : roles
    return questionLine.map { [[Span($0, roles: roles)]] } ?? []
  }

  private func firstLine(_ text: [Span], base: RoleSet) -> Line {
    var spans: [Span] = []
    if columns.hasMark { spans.append(mark(base)) }
    if columns.hasGlyph { spans.append(glyph(base)) }
    spans += text
    guard columns.hasTime else { return Line(spans, fill: base) }
    let room = columns.width - spans.columns - columns.detail - columns.time - columns.margin
    spans.append(.blank(room, roles: base))
    if columns.detail > 0 {
      let shown = detail(columns: columns.detail)
      spans.append(Span(shown, columns: columns.detail, roles: base.union(RoleSet(.source))))
    }
    spans.append(time(base))
    return Line(spans, fill: base)
  }
}

/// Columns of the parts of a row at a width; a part without room has none.
struct RowColumns {
  /// Columns of a time that has passed, with the blanks before it.
  private static let time = 6

  /// Columns of the row.
  let width: Int
  /// Columns that marks and source need; 0 without them.
  let wantedDetail: Int
  /// The visible parts.
  let parts: Set<RowOptions.Part>
  /// Whether the time lies ahead, which takes a column more: `in 58m`.
  let hasFutureTime: Bool

  /// Columns of the right-aligned time, with the blanks before it.
  var time: Int { Self.time + (hasFutureTime ? 1 : 0) }
  /// Whether there is a mark, with a blank on both sides.
  var hasMark: Bool { width >= 8 }
  /// Whether there is a glyph of two columns and a blank.
  var hasGlyph: Bool { width >= 16 && parts.contains(.glyph) }
  /// Whether the time is shown at the right of the first line.
  var hasTime: Bool { width >= 30 && parts.contains(.time) }

  /// Columns before the text.
  var indent: Int { (hasMark ? 3 : 0) + (hasGlyph ? 3 : 0) }
  /// Blank columns at the right.
  var margin: Int { hasMark ? 1 : 0 }
  /// Columns of marks and source before the time.
  var detail: Int { width >= 50 ? min(wantedDetail, width / 3) : 0 }
  /// Columns of the text below the title.
  var text: Int { max(1, width - indent - margin) }

  /// Columns of the title on each of its lines, without those of source and time.
  var title: Int {
    max(1, text - (hasTime ? time : 0) - (detail > 0 ? detail + 2 : 0))
  }
}
