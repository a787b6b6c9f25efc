import InboxText
import InboxCore

/// The cells of a row other than the title.
extension RowLayout {
  /// The spans of a cell, padded or truncated to its width.
  func spans(of cell: RowCells.Cell, _ base: RoleSet) -> [Span] {
    let (text, roles) = content(of: cell, base)
    let shown = TextLayout.truncate(text, columns: cell.columns)
    let blanks = String.blanks(cell.columns - shown.columns)
    let padded = cell.kind.layout.isRightAligned ? blanks + shown : shown + blanks
    // A list search matches sources too; the words of a filter do not.
    guard cell.kind == .source, !context.searchPatterns.isEmpty else {
      return [Span(padded, columns: cell.columns, roles: base.union(roles))]
    }
    let searched = SearchedTexts(patterns: context.searchPatterns)
    return marking(searched, in: padded, base.union(roles))
  }

  private func content(of cell: RowCells.Cell, _ base: RoleSet) -> (String, RoleSet) {
    let source = RoleSet(.source)
    switch cell.kind {
    case .glyph: return glyph
    case .mark: return (look.mark.printable(), RoleSet(isUnread ? .unreadMark : .readMark))
    case .source:
      let thread = context.options.namesThreads ? row.thread ?? "" : ""
      let name = TextLayout.oneLine(thread.isEmpty ? row.source : thread, columns: cell.columns)
      return (name, source.union(sourceTint))
    case .title, .picture: return ("", [])
    case .count: return (row.occurrences > 1 ? Self.repetition(of: row) : "", source)
    case .progress: return (progress(columns: cell.columns), source)
    case .marks:
      let phase = phase.map { $0.text(at: context.now, in: context.zone) }
      return (([phase].compactMap(\.self) + marks.texts).joined(separator: " "), source)
    case .tags:
      let tags = row.tags.joined(separator: ", ")
      return (TextLayout.oneLine(tags, columns: cell.columns), source)
    case .thread: return (TextLayout.oneLine(row.thread ?? "", columns: cell.columns), source)
    case .priority: return (RowMark(of: row.priority)?.sign ?? "", urgency)
    case .number: return (row.number.description, source)
    case .time: return (context.time(of: row), RoleSet(isUnread ? .unreadTime : .readTime))
    }
  }

  /// The first cells: the sign of a marked row, the cursor bar, the theme's mark, and a block for an
  /// urgent message.
  ///
  /// The sign has the first cell, so that the bar or a blank is between it and the mark.
  func front(_ base: RoleSet, isMarked: Bool) -> [Span] {
    let roles = base.union(RoleSet(isUnread ? .unreadMark : .readMark))
    let sign = Span(RowMark.marked.sign, columns: 1, roles: base.union(RoleSet(.marked)))
    let mark = TextLayout.pad(look.mark.printable(), columns: 1)
    var spans = [
      isMarked ? sign : .blank(1, roles: base),
      base.contains(RoleSet(.selected)) ? context.cursor(on: base) : .blank(1, roles: roles),
      Span(mark, columns: 1, roles: roles),
      RowMark(of: row.priority).map { Span($0.sign, columns: 1, roles: base.union(urgency)) }
        ?? .blank(1, roles: roles),
    ]
    if cells.has(.mark) { spans.remove(at: 2) }
    return spans
  }

  /// The glyph of a rule, the message or the theme, at most two columns wide.
  private var glyph: (String, RoleSet) {
    guard let own = Self.ownGlyph(of: row, in: context) else {
      let sign = context.theme.placeholderGlyph
      // A theme with a sign of its own uses it for threads, too.
      let isThread = row.collapsedThread != nil && [Theme.usualPlaceholder, " "].contains(sign)
      let shown = isThread ? Theme.threadPlaceholder : sign.printable()
      return (shown, RoleSet(.placeholder).union(urgency))
    }
    return (own, tint.union(urgency))
  }

  /// The glyph of a rule or the message, at most two columns wide; nil for none.
  static func ownGlyph(of row: MessageRow, in context: RowContext) -> String? {
    [context.look.glyph, row.glyph].lazy.compactMap { $0?.printable() }
      .first { !$0.isEmpty && $0.columns <= 2 }
  }

  private func progress(columns: Int) -> String {
    guard let progress = row.progress else { return "" }
    return ProgressBar.text(progress, cells: max(columns - 5, 1))
  }

  /// The color from the user's rules.
  var tint: RoleSet { context.look.tint.map { RoleSet(tint: $0) } ?? [] }

  /// The color of the source, if sources are colored.
  private var sourceTint: RoleSet {
    context.options.colorsSources ? RoleSet(tint: SourceTint.index(of: row.source)) : []
  }

  static func repetition(of row: MessageRow) -> String {
    RowMark.repeated.sign + String(row.occurrences)
  }
}

/// The texts of the marks of a row, in order.
struct RowMarks {
  private(set) var texts: [String] = []

  /// The columns of all marks.
  var columns: Int { texts.joined(separator: " ").columns }

  /// The marks of a row, in a compact row after its question.
  init(of row: MessageRow, as options: RowOptions, hasGraph: Bool = false) {
    func has(_ kind: RowColumn.Kind) -> Bool { options.columns.contains { $0.kind == kind } }
    guard has(.marks) else { return }
    if options.density == .compact, let question = QuestionText.line(of: row, columns: 24) {
      texts.append(question)
    }
    if let summary = row.threadSummary {
      texts.append(summary.text)
    }
    if hasGraph, let graph = Sparkline.text(of: row.occurrenceDates, cells: 6) {
      texts.append(graph)
    }
    if row.occurrences > 1, !has(.count) { texts.append(RowLayout.repetition(of: row)) }
    if row.status == .deleted, options.marksDeleted { texts.append(RowMark.deleted.sign) }
    if row.isResolved { texts.append(RowMark.resolved.sign) }
    if let progress = row.progress, !has(.progress) {
      texts.append(ProgressBar.text(progress, cells: 5))
    }
    if row.isPinned { texts.append(RowMark.pinned.sign) }
    if options.mutes.include(row) { texts.append(RowMark.muted.sign) }
    if row.attachmentCount > 0 {
      texts.append("\(RowMark.attachments.sign)\(row.attachmentCount)")
    }
    if row.actionCount > 0, row.question == nil {
      texts.append("\(RowMark.actions.sign)\(row.actionCount)")
    }
  }
}
