import InboxCore
import InboxText

/// Draws the rows of a thread as a conversation: a title colored by name, then the text.
///
/// A title is omitted if title, source and status equal those of the row above, and neither is done.
/// Short titles of one source are names: they have a column of their own beside the texts.
struct ConversationDrawing: RowDrawing {
  /// The messages whose titles are omitted.
  private let repeated: Set<MessageNumber>
  /// Whether the titles are the names of a chat.
  private let hasNames: Bool

  /// Creates a drawing of adjacent rows.
  init(_ rows: [MessageRow]) {
    let pairs = zip(rows.dropFirst(), rows).filter { row, above in
      row.title == above.title && row.source == above.source && row.status == above.status
        && row.question == nil && !row.isDone && !above.isDone
    }
    repeated = Set(pairs.map(\.0.number))
    hasNames = rows.allSatisfy { row in
      row.source == rows[0].source
        && (1...ConversationNames.longestName).contains(row.title?.columns ?? 0)
        && row.excerpt?.isEmpty == false && row.question == nil
    }
  }

  /// Minimum columns of a list with a column of names.
  private static let columnsForNames = 40
  /// Maximum columns of the column of names.
  private static let nameColumns = 16
  /// Maximum lines of a text; the reader shows all of it.
  private static let mostLines = 12
  private static let titles = RoleSet(.unreadTitle).union(RoleSet(.readTitle))

  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
    hasNames && context.columns >= Self.columnsForNames
      ? linesBesideName(of: row, in: context, states: states)
      : linesBelowTitle(of: row, in: context, states: states)
  }

  /// The name in a column, the text beside it, and marks and time at the right of the first line.
  private func linesBesideName(
    of row: MessageRow, in context: RowContext, states: RoleSet
  ) -> [Line] {
    let layout = RowLayout(row: row, context: context)
    let ground = layout.baseRoles.union(states).subtracting(RoleSet(.marked))
    let isUnread = row.status == .unread
    let columns = min(Self.nameColumns, context.columns / 5)
    let name = repeated.contains(row.number) ? "" : row.title ?? ""
    let nameRoles: RoleSet = [
      RoleSet(isUnread ? .unreadTitle : .readTitle), RoleSet(nameRole(of: row)),
    ]
    let start =
      layout.front(ground, isMarked: states.contains(RoleSet(.marked))) + [
        Span(
          TextLayout.pad(TextLayout.oneLine(name, columns: columns), columns: columns),
          columns: columns, roles: ground.union(nameRoles)), .blank(2, roles: ground),
      ]
    let time = context.time(of: row)
    let done = row.isDone ? [RowPhase.done.text(at: context.now, in: context.zone)] : []
    let notes = done + layout.marks.texts + [String.blanks(4 - time.columns) + time]
    let end = [
      Span(
        notes.joined(separator: " ") + " ",
        roles: ground.union(RoleSet(isUnread ? .unreadTime : .readTime)))
    ]
    let indent = layout.indent(start.columns, ground)
    let texts = texts(
      of: row, in: context, behind: indent, ground: ground, keeping: end.columns + 1)
    let first = start + (texts.first?.spans.dropFirst(indent.count) ?? [])
    let gap = Span.blank(context.columns - first.columns - end.columns, roles: ground)
    return [Line(first + [gap] + end, fill: ground)] + texts.dropFirst()
  }

  private func linesBelowTitle(
    of row: MessageRow, in context: RowContext, states: RoleSet
  ) -> [Line] {
    var head = row
    (head.excerpt, head.subtitle) = (nil, nil)
    let layout = RowLayout(row: head, context: context)
    let lines = RowLayout.lines(of: head, in: context, states: states)
    guard let first = lines.first,
      let place = first.spans.firstIndex(where: { !$0.roles.isDisjoint(with: Self.titles) })
    else { return RowLayout.lines(of: row, in: context, states: states) }
    let columns = Array(first.spans[..<place]).columns
    let indent = layout.indent(columns, first.fill)
    var texts = texts(of: row, in: context, behind: indent, ground: first.fill)
    guard repeated.contains(row.number), !texts.isEmpty else {
      return lines.map { named($0, by: nameRole(of: row)) } + texts
    }
    // The text gets the mark of the omitted title.
    if layout.cells.hasMark {
      let front = layout.front(first.fill, isMarked: states.contains(RoleSet(.marked)))
      let gap = Span.blank(columns - front.columns, roles: first.fill)
      texts[0].spans.replaceSubrange(indent.indices, with: front + [gap])
    }
    return texts
  }

  /// Colors the name in a line.
  private func named(_ line: Line, by role: Role) -> Line {
    var line = line
    for index in line.spans.indices
    where !line.spans[index].roles.isDisjoint(with: Self.titles)
      && !line.spans[index].roles.contains(RoleSet(.match))
    {
      line.spans[index].roles.formUnion(RoleSet(role))
    }
    return line
  }

  private func texts(
    of row: MessageRow, in context: RowContext, behind indent: [Span], ground: RoleSet,
    keeping end: Int = 0
  ) -> [Line] {
    let text = [row.subtitle, row.excerpt].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: "\n").printable(keepingNewlines: true)
    let width = max(context.columns - indent.columns - max(end, 1), 1)
    let lead = indent.reduce(0) { $0 + $1.text.utf8.count }
    let role: Role = row.status == .unread ? .unreadMessage : .readMessage
    let roles = ground.union(RoleSet(role))
    return TextLayout.wrap(text, width: width, lines: Self.mostLines).map { line in
      let marks = context.searched.matches(in: line).map { bytes in
        let behindLead = (bytes.lowerBound + lead)..<(bytes.upperBound + lead)
        return (bytes: behindLead, roles: RoleSet(.match))
      }
      return Line(indent + [Span(line, columns: line.columns, roles: roles)], fill: ground)
        .marking(marks)
    }
  }

  /// The role of a name, derived from a hash of the title.
  private func nameRole(of row: MessageRow) -> Role {
    let names: [Role] = [.name1, .name2, .name3]
    let sum = (row.title ?? "").utf8.reduce(UInt32(5_381)) { $0 &* 33 &+ UInt32($1) }
    return names[Int(sum % UInt32(names.count))]
  }
}
