import InboxText
public import InboxCore

/// The built-in row of a message: gutter, mark, and the columns around its title, then its text.
///
/// On narrow screens columns are dropped in this order: source and marks, time, glyph, mark.
public struct RowLayout {
  /// The message.
  let row: MessageRow
  /// Theme, width, time zone and search of the list.
  let context: RowContext
  /// Columns of each part.
  let cells: RowCells
  /// The marks of the row, in one text.
  let marks: String
  /// The snooze, start or expiry shown before the marks.
  let phase: RowPhase?

  init(row: MessageRow, context: RowContext) {
    self.row = row
    self.context = context
    phase = RowPhase(of: row)
    marks = Self.marks(of: row, as: context.options)
    cells = RowCells(
      width: context.columns, columns: context.options.columns,
      marks: marks.columns + (phase?.columns ?? 0), hasFutureTime: phase?.isAhead ?? false)
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
    // A compact row is one line, whatever it says.
    guard options.density != .compact else { return 1 }
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
    let base = baseRoles.union(states.subtracting(RoleSet(.selectedTitle)))
    let titleRoles = base.union(RoleSet(isUnread ? .unreadTitle : .readTitle)).union(tint)
    let messageRoles = base.union(RoleSet(isUnread ? .unreadMessage : .readMessage))
    let title = base.contains(RoleSet(.selected)) ? RoleSet(.selectedTitle) : []
    var texts = titleLines.map { highlighted($0, titleRoles.union(title)) }
    // Without a title the first line of the text stands for it.
    let isTop = texts.isEmpty
    texts += messageLines.enumerated().map { index, text in
      highlighted(text, isTop && index == 0 ? messageRoles.union(title) : messageRoles)
    }
    texts += question(messageRoles)
    guard let first = texts.first else { return [firstLine([], base: base)] }
    let beginning = isTop ? [] : bodyBeginning(behind: first.columns, base: base)
    return [firstLine(first + beginning, base: base)]
      + texts.dropFirst().map { Line(indent(base) + $0, fill: base) }
  }

  /// The columns before a line of text, with the bar beside the row under the cursor.
  private func indent(_ base: RoleSet) -> [Span] { indent(cells.indent, base) }

  /// So many columns before a text, with the bar beside the row under the cursor.
  func indent(_ columns: Int, _ base: RoleSet) -> [Span] {
    guard cells.hasMark, base.contains(RoleSet(.selected)) else {
      return [.blank(columns, roles: base)]
    }
    return [cursor(base), .blank(columns - 1, roles: base)]
  }

  private func question(_ roles: RoleSet) -> [[Span]] {
    // In the cursor's row the prompt's color might be that of the ground.
    let isPrompt = row.awaitsAnswer && !roles.contains(RoleSet(.selected))
    let roles = isPrompt ? roles.union(RoleSet(.prompt)) : roles
    return questionLine.map { [[Span($0, roles: roles)]] } ?? []
  }

  private func firstLine(_ text: [Span], base: RoleSet) -> Line {
    var spans = cells.hasMark ? mark(base) : []
    for cell in cells.left {
      spans += self.spans(of: cell, base) + [.blank(cell.gap, roles: base)]
    }
    spans += text
    guard !cells.right.isEmpty else { return Line(spans, fill: base) }
    spans.append(.blank(cells.title - text.columns, roles: base))
    for cell in cells.right {
      spans += [.blank(cell.gap, roles: base)] + self.spans(of: cell, base)
    }
    return Line(spans, fill: base)
  }
}
