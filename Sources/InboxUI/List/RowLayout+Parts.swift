import InboxCore
import InboxText

extension RowLayout {
  var isUnread: Bool { row.status == .unread }

  /// The theme's mark and line limits; at most one line in compact rows, and never no text at all.
  var look: RowLook {
    var look = context.theme.look(of: row.status)
    let hasTitle = !(row.title ?? "").isEmpty
    if context.options.density == .compact {
      look.titleLines = min(look.titleLines, 1)
      look.messageLines = hasTitle && look.titleLines > 0 ? 0 : min(look.messageLines, 1)
    }
    guard !hasTitle || look.titleLines == 0 else { return look }
    guard look.messageLines == 0 || Self.message(of: row).isEmpty else { return look }
    if hasTitle { look.titleLines = 1 } else { look.messageLines = 1 }
    return look
  }

  /// The wrapped title; empty for none, or if the theme hides it.
  var titleLines: [String] {
    wrap(title, width: cells.title, lines: look.titleLines)
  }

  /// The title between the mark of a question and that of a partial message.
  private var title: String? {
    let hasTitle = !(row.title ?? "").isEmpty
    let more = row.isPartial ? RowMark.partial.sign : nil
    let thread = cells.has(.marks) ? nil : row.threadSummary?.text
    let signs = hasTitle ? [doneMark, questionMark, count] : []
    return (signs + [thread, hasTitle ? threadName : nil, row.title, more])
      .compactMap(\.self).joined(separator: " ")
  }

  /// The mark of what is done, without a column of marks.
  private var doneMark: String? { row.isDone && !cells.has(.marks) ? RowMark.done.sign : nil }

  /// The name of the thread, in lists with threads of several sources.
  private var threadName: String? {
    guard context.options.titlesThreads, let name = row.thread, !name.isEmpty else { return nil }
    return name + " ·"
  }

  /// The number of occurrences, if no column shows it.
  private var count: String? {
    let hasRoom = cells.has(.marks) || cells.has(.count)
    return row.occurrences > 1 && !hasRoom ? Self.repetition(of: row) : nil
  }

  /// The mark of a question, in compact rows without a column of marks.
  private var questionMark: String? {
    context.options.density == .compact && !cells.has(.marks) ? QuestionText.mark(of: row) : nil
  }

  /// Subtitle and body as one wrapped text.
  ///
  /// Without a title its first line takes the title's place and width.
  var messageLines: [String] {
    guard look.messageLines > 0 else { return [] }
    let text = Self.message(of: row)
    let isTop = (row.title ?? "").isEmpty || look.titleLines == 0
    let width = isTop ? cells.title : cells.text
    let signs = isTop && !text.isEmpty ? [doneMark, questionMark, threadName] : []
    let lead = signs.compactMap { $0.map { $0 + " " } }.joined()
    return wrap(lead + text, width: width, lines: look.messageLines)
  }

  /// Subtitle and body, without markup and without a first line that repeats the title.
  static func message(of row: MessageRow) -> String {
    let text = row.excerpt?.excerpt(in: row.format, behind: row.title)
    return [row.subtitle, text].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: " — ")
  }

  /// The beginning of the text after the title of a compact row, if there is room.
  func bodyBeginning(behind columns: Int, base: RoleSet) -> [Span] {
    let lead = " — "
    let room = cells.title - columns - lead.columns
    guard context.options.density == .compact, row.question == nil, room >= 8 else { return [] }
    guard let text = wrap(Self.message(of: row), width: room, lines: 1).first else { return [] }
    return highlighted(lead + text, base.union(RoleSet(.readMessage)))
  }

  /// The question with its choices or answer on its own line; nil in compact rows.
  var questionLine: String? {
    guard row.question != nil, context.options.density != .compact else { return nil }
    let isTop = titleLines.isEmpty && messageLines.isEmpty
    return QuestionText.line(of: row, columns: isTop ? cells.title : cells.text)
  }

  private func wrap(_ text: String?, width: Int, lines: Int) -> [String] {
    guard let text, !text.isEmpty, lines > 0 else { return [] }
    let room = width.multipliedReportingOverflow(by: lines)
    let flat = TextLayout.oneLine(text, columns: room.overflow ? 100_000 : room.partialValue)
    return TextLayout.wrap(flat, width: width, lines: lines)
  }

  /// The roles below all parts of the row.
  var baseRoles: RoleSet {
    var roles: RoleSet = [RoleSet(.row), RoleSet(isUnread ? .unread : .read)]
    switch row.priority {
    case .min: roles.insert(RoleSet(.priorityMin))
    case .low: roles.insert(RoleSet(.priorityLow))
    case .default, .high, .max: break
    }
    if row.isPinned { roles.insert(RoleSet(.pinned)) }
    if row.isExpired && !row.isUnanswered || row.startsAt != nil { roles.insert(RoleSet(.expired)) }
    if row.status == .deleted { roles.insert(RoleSet(.deleted)) }
    return roles
  }

  /// The role of the glyph and the sign of an urgent message.
  ///
  /// The title keeps its color: urgency must not make it harder to read.
  var urgency: RoleSet { row.priority.urgency }

  /// The spans of a line, with the matches of the search highlighted.
  func highlighted(_ text: String, _ roles: RoleSet) -> [Span] {
    marking(context.searched, in: text, roles)
  }

  /// The spans of a text, with the matches of some texts highlighted.
  func marking(_ searched: SearchedTexts, in text: String, _ roles: RoleSet) -> [Span] {
    let marks = searched.matches(in: text).map { (bytes: $0, roles: RoleSet(.match)) }
    // Matches look the same under the cursor, where its color would hide them.
    return Line([Span(text, columns: text.columns, roles: roles)])
      .marking(marks, replacing: .chosen).spans
  }
}

extension Priority {
  /// The role of an urgent message; empty for others.
  var urgency: RoleSet {
    switch self {
    case .max: RoleSet(.priorityMax)
    case .high: RoleSet(.priorityHigh)
    case .default, .low, .min: []
    }
  }
}
