import InboxCore
import InboxText

/// Draws the rows of a thread as a conversation: a title colored by name, then the text.
///
/// A title is omitted if title, source and status equal those of the row above.
struct ConversationDrawing: RowDrawing {
  /// The messages whose titles are omitted.
  private let repeated: Set<MessageNumber>

  /// Creates a drawing of adjacent rows.
  init(_ rows: [MessageRow]) {
    let pairs = zip(rows.dropFirst(), rows).filter { row, above in
      row.title == above.title && row.source == above.source && row.status == above.status
        && row.question == nil
    }
    repeated = Set(pairs.map(\.0.number))
  }

  /// Maximum lines of a text; the reader shows all of it.
  private static let mostLines = 12
  private static let titles = RoleSet(.unreadTitle).union(RoleSet(.readTitle))

  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
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
      let mark = layout.mark(first.fill)
      let gap = Span.blank(columns - mark.columns, roles: first.fill)
      texts[0].spans.replaceSubrange(indent.indices, with: mark + [gap])
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
    of row: MessageRow, in context: RowContext, behind indent: [Span], ground: RoleSet
  ) -> [Line] {
    let text = [row.subtitle, row.excerpt].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: "\n").printable(keepingNewlines: true)
    let width = max(context.columns - indent.columns - 1, 1)
    let lead = indent.reduce(0) { $0 + $1.text.utf8.count }
    let role: Role = row.status == .unread ? .unreadMessage : .readMessage
    let roles = ground.union(RoleSet(role))
    return TextLayout.wrap(text, width: width, lines: Self.mostLines).map { line in
      let marks = TextSearch.ranges(
        of: context.searchTexts, and: context.searchPatterns, in: line
      ).map { range in
        let start = line.utf8.distance(from: line.startIndex, to: range.lowerBound) + lead
        let count = line.utf8.distance(from: range.lowerBound, to: range.upperBound)
        return (bytes: start..<start + count, roles: RoleSet(.match))
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
