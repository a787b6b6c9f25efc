public import InboxCore
import InboxText

/// The built-in row of a message: gutter, mark, and columns around the title, then the text.
///
/// Narrow screens drop columns in this order: source and marks, time, glyph, mark.
public struct RowLayout {
  /// The message.
  let row: MessageRow
  /// Theme, width, time zone and search.
  let context: RowContext
  /// The cells of the row.
  private(set) var cells: RowCells
  /// The texts of the marks.
  let marks: RowMarks
  /// The phase shown before the marks.
  let phase: RowPhase?

  init(row: MessageRow, context: RowContext) {
    self.row = row.titledByNames
    self.context = context
    let phase = RowPhase(of: row)
    let isNamedAbove = context.options.groupsBySource && !row.isLeading
    let columns = context.options.columns.filter { !isNamedAbove || $0.kind != .source }
    func layout(hasGraph: Bool, text: Int = .max) -> (RowMarks, RowCells) {
      let marks = RowMarks(of: row, as: context.options, hasGraph: hasGraph)
      // The first mark is cut only if it is a time.
      let least = phase.map { $0.isAhead ? 4 : $0.columns - 1 } ?? marks.texts.first?.columns ?? 0
      let cells = RowCells(
        width: context.columns, columns: columns,
        marks: (marks.columns + (phase?.columns ?? 0), least), text: text,
        hasFutureTime: phase?.isAhead ?? false)
      // The graph goes before another mark is cut.
      return hasGraph && cells.cutsMarks ? layout(hasGraph: false) : (marks, cells)
    }
    self.phase = phase
    (marks, cells) = layout(hasGraph: context.columns >= Self.graphWidth)
    guard cells.cutsMarks else { return }
    let texts = titleLines.isEmpty ? messageLines : titleLines
    cells = layout(hasGraph: false, text: texts.map(\.columns).max() ?? 0).1
  }

  /// The columns of a row with room for the graph of its occurrences.
  private static let graphWidth = 80

  /// The height of a row, the number of lines of ``lines(of:in:states:)``.
  ///
  /// - Parameters:
  ///   - row: The message.
  ///   - theme: The theme with the line limits.
  ///   - columns: The width of the list.
  ///   - options: Density and visible parts.
  /// - Returns: The height in lines, at least 1.
  package static func height(
    of row: MessageRow, theme: Theme, columns: Int, options: RowOptions = .init()
  ) -> Int {
    guard options.density != .compact else { return 1 }
    let context = RowContext(
      theme: theme, columns: columns, now: row.sortDate, options: options)
    let layout = RowLayout(row: row, context: context)
    let question = layout.questionLine == nil ? 0 : 1
    let lines = layout.titleLines.count + layout.messageLines.count + question
    return max(1, lines, layout.pictureRows)
  }

  /// Lays out a row in at least one line, none wider than the list.
  ///
  /// - Parameters:
  ///   - row: The message.
  ///   - context: Theme, width, time zone and search.
  ///   - states: Roles of the whole row: marked, pending, selected.
  /// - Returns: The lines, top first.
  public static func lines(
    of row: MessageRow, in context: RowContext, states: RoleSet = []
  ) -> [Line] {
    guard context.columns > 0 else { return [Line()] }
    return RowLayout(row: row, context: context).lines(states: states)
  }

  private func lines(states: RoleSet) -> [Line] {
    let isMarked = states.contains(RoleSet(.marked))
    // A marked row shows its sign: the other cells keep the colors of priority and source.
    let base = baseRoles.union(states.subtracting([RoleSet(.selectedTitle), RoleSet(.marked)]))
    let titleRoles = base.union(RoleSet(isUnread ? .unreadTitle : .readTitle)).union(tint)
    let messageRoles = base.union(RoleSet(isUnread ? .unreadMessage : .readMessage))
    let title = base.contains(RoleSet(.selected)) ? RoleSet(.selectedTitle) : []
    var texts = titleLines.map { highlighted($0, titleRoles.union(title)) }
    // Without a title, the first line of the text takes its place.
    let isTop = texts.isEmpty
    texts += messageLines.enumerated().map { index, text in
      highlighted(text, isTop && index == 0 ? messageRoles.union(title) : messageRoles)
    }
    texts += question(messageRoles)
    let first = texts.first ?? []
    let beginning = isTop ? [] : bodyBeginning(behind: first.columns, base: base)
    let lines =
      [firstLine(first + beginning, base: base, isMarked: isMarked)]
      + texts.dropFirst().map { Line(indent(base) + $0, fill: base) }
    return pictured(lines, base)
  }

  /// The lines that the picture of the message takes, drawn or not.
  private var pictureRows: Int {
    cells.has(.picture) && row.picture != nil ? context.options.pictureSize?.rows ?? 0 : 0
  }

  /// The lines with the picture over its cells.
  private func pictured(_ lines: [Line], _ base: RoleSet) -> [Line] {
    guard pictureRows > 0, let start = cells.start(of: .picture) else { return lines }
    var lines = lines
    while lines.count < pictureRows { lines.append(Line(indent(base), fill: base)) }
    let picture = context.picture?.lines(roles: base, of: row.number) ?? []
    for (index, spans) in zip(lines.indices, picture) {
      lines[index] = lines[index].overlaid(with: spans, at: start)
    }
    return lines
  }

  /// The hanging indent of a line, with the cursor bar in the selected row.
  private func indent(_ base: RoleSet) -> [Span] { indent(cells.indent, base) }

  /// An indent of `columns`, with the cursor bar in the selected row.
  func indent(_ columns: Int, _ base: RoleSet) -> [Span] {
    guard cells.hasMark, base.contains(RoleSet(.selected)) else {
      return [.blank(columns, roles: base)]
    }
    return [.blank(1, roles: base), context.cursor(on: base), .blank(columns - 2, roles: base)]
  }

  private func question(_ roles: RoleSet) -> [[Span]] {
    // Under the cursor, the prompt color might equal the background.
    let isPrompt = row.awaitsAnswer && !roles.contains(RoleSet(.selected))
    let roles = isPrompt ? roles.union(RoleSet(.prompt)) : roles
    return questionLine.map { [[Span($0, roles: roles)]] } ?? []
  }

  private func firstLine(_ text: [Span], base: RoleSet, isMarked: Bool) -> Line {
    var spans = cells.hasMark ? front(base, isMarked: isMarked) : []
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
