import InboxText
import InboxCore

extension RowLayout {
  var isUnread: Bool { row.status == .unread }

  /// Mark and line limits of the theme, reduced to one line in compact rows.
  private var look: RowLook {
    var look = context.theme.look(of: row.status)
    guard context.options.density == .compact else { return look }
    let hasTitle = look.titleLines > 0 && !(row.title ?? "").isEmpty
    look.titleLines = min(look.titleLines, 1)
    look.messageLines = hasTitle ? 0 : min(look.messageLines, 1)
    return look
  }

  /// The wrapped title; empty without one or where the theme hides it.
  var titleLines: [String] {
    wrap(title, width: columns.title, lines: look.titleLines)
  }

  /// The title, after the mark of a question and before the mark of a partial message.
  private var title: String? {
    let hasTitle = !(row.title ?? "").isEmpty
    let more = row.isPartial ? RowMark.partial.sign : nil
    return [hasTitle ? questionMark : nil, hasTitle ? count : nil, row.title, more]
      .compactMap(\.self).joined(separator: " ")
  }

  /// How often it came, in rows that have no room for marks.
  private var count: String? {
    let hasRoom = columns.detail > 0 && context.options.parts.contains(.marks)
    return row.occurrences > 1 && !hasRoom ? Self.repetition(of: row) : nil
  }

  private static func repetition(of row: MessageRow) -> String {
    RowMark.repeated.sign + String(row.occurrences)
  }

  /// The mark of a question in compact rows that have no room for its choices.
  private var questionMark: String? {
    context.options.density == .compact && columns.detail == 0 ? QuestionText.mark(of: row) : nil
  }

  /// Subtitle and body as one wrapped text.
  ///
  /// Without a title it is the first line, beside source and time, and as narrow as a title.
  var messageLines: [String] {
    guard look.messageLines > 0 else { return [] }
    let parts = [row.subtitle, row.excerpt].compactMap(\.self).filter { !$0.isEmpty }
    let isTop = (row.title ?? "").isEmpty || look.titleLines == 0
    let width = isTop ? columns.title : columns.text
    let lead = isTop && !parts.isEmpty ? questionMark.map { $0 + " " } ?? "" : ""
    return wrap(lead + parts.joined(separator: " — "), width: width, lines: look.messageLines)
  }

  /// The question and its choices or answer on a line of its own; nil in compact rows.
  var questionLine: String? {
    guard row.question != nil, context.options.density != .compact else { return nil }
    let isTop = titleLines.isEmpty && messageLines.isEmpty
    return QuestionText.line(of: row, columns: isTop ? columns.title : columns.text)
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
    case .default: break
    case .high: roles.insert(RoleSet(.priorityHigh))
    case .max: roles.insert(RoleSet(.priorityMax))
    }
    if row.isPinned { roles.insert(RoleSet(.pinned)) }
    if row.isExpired || row.startsAt != nil { roles.insert(RoleSet(.expired)) }
    if row.status == .deleted { roles.insert(RoleSet(.deleted)) }
    return roles
  }

  /// The text before the time: the question of a compact row, the marks, then the source.
  static func detail(of row: MessageRow, as options: RowOptions) -> String {
    var marks = options.parts.contains(.marks) ? marks(of: row) : ""
    if options.density == .compact, let question = QuestionText.line(of: row, columns: 24) {
      marks = question + " " + marks
    }
    guard options.parts.contains(.source) else { return String(marks.dropLast()) }
    return marks + TextLayout.oneLine(row.source, columns: 40)
  }

  private static func marks(of row: MessageRow) -> String {
    var marks = ""
    if row.occurrences > 1 { marks += repetition(of: row) + " " }
    if row.isResolved { marks += RowMark.resolved.sign + " " }
    if let progress = row.progress { marks += ProgressBar.text(progress, cells: 5) + " " }
    if let urgency = RowMark(of: row.priority) { marks += urgency.sign + " " }
    if row.isPinned { marks += RowMark.pinned.sign + " " }
    if row.attachmentCount > 0 { marks += "\(RowMark.attachments.sign)\(row.attachmentCount) " }
    if row.actionCount > 0, row.question == nil {
      marks += "\(RowMark.actions.sign)\(row.actionCount) "
    }
    return marks
  }

  /// Snooze, start or expiry, then ``detail``, in exactly this many columns.
  func detail(columns: Int) -> String {
    let phase = phase.map { $0.text(at: context.now, in: context.zone) + " " } ?? ""
    // The phase is shorter on some days; its columns stay, so that nothing shifts.
    let lead = max(columns - phase.columns - detail.columns, 0)
    return String.blanks(lead)
      + TextLayout.pad(phase + detail, columns: columns - lead)
  }

  /// The sign of a marked row or a blank, the theme's mark, and a blank.
  func mark(_ base: RoleSet) -> Span {
    let shown = TextLayout.pad(look.mark.printable(), columns: 1)
    let role = RoleSet(isUnread ? .unreadMark : .readMark)
    let lead = base.contains(RoleSet(.marked)) ? RowMark.marked.sign : " "
    return Span("\(lead)\(shown) ", columns: 3, roles: base.union(role))
  }

  /// The message's glyph or the theme's, padded to two columns and a blank.
  func glyph(_ base: RoleSet) -> Span {
    let own = row.glyph.map { $0.printable() } ?? ""
    let isOwn = !own.isEmpty && own.columns <= 2
    let text = isOwn ? own : context.theme.placeholderGlyph.printable()
    let shown = TextLayout.pad(text, columns: 2) + " "
    return Span(shown, columns: 3, roles: isOwn ? base : base.union(RoleSet(.placeholder)))
  }

  func time(_ base: RoleSet) -> Span {
    let text = RowTime.text(
      of: row.sortDate, at: context.now, as: context.options.timeFormat, in: context.zone)
    let gap = String.blanks(columns.time - text.utf8.count)
    let role = RoleSet(isUnread ? .unreadTime : .readTime)
    return Span(gap + text, columns: columns.time, roles: base.union(role))
  }

  /// A line of text as spans, with the role of a match on each occurrence of a search text.
  func highlighted(_ text: String, _ roles: RoleSet) -> [Span] {
    let matches = TextSearch.ranges(
      of: context.searchTexts, and: context.searchPatterns, in: text)
    guard !matches.isEmpty else { return [Span(text, columns: text.columns, roles: roles)] }
    var spans: [Span] = []
    var end = text.startIndex
    func append(to next: String.Index, _ roles: RoleSet) {
      let piece = text[end..<next]
      if !piece.isEmpty { spans.append(Span(String(piece), columns: piece.columns, roles: roles)) }
      end = next
    }
    for match in matches {
      append(to: match.lowerBound, roles)
      // In the cursor's row it looks as in all others: the row's own color would swallow it.
      append(
        to: match.upperBound, roles.subtracting(RoleSet(.selected)).union(RoleSet(.match)))
    }
    append(to: text.endIndex, roles)
    return spans
  }
}
