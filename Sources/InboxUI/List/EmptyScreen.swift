import InboxText
import InboxCore

/// The placeholder of an empty list.
enum EmptyScreen {
  /// Centers the reason why the list is empty, and a hint.
  ///
  /// - Parameters:
  ///   - list: The list; before it is loaded, only a slow read shows `Loading…`.
  ///   - theme: The theme with the texts.
  ///   - columns: Columns of the content.
  ///   - rows: Lines of the content.
  ///   - keymap: The keymap for the keys in the hint.
  ///   - filter: The filter in words; nil for its text.
  ///   - hint: The line below the text of an empty inbox; nil shows none.
  ///   - steps: The commands that fill an empty inbox.
  /// - Returns: Exactly `rows` lines.
  static func lines(
    for list: ListState, theme: Theme, columns: Int, rows: Int, keymap: Keymap = .default,
    filter: String? = nil, hint: String? = nil, steps: [FirstStep] = []
  ) -> [Line] {
    let blank = Line(fill: RoleSet(.row))
    guard rows > 0, columns > 0 else { return Array(repeating: blank, count: max(rows, 0)) }
    let texts = texts(for: list, theme.emptyTexts, keymap, filter, hint)
    var lines = texts.flatMap { text in
      TextLayout.wrap(text.words.printable(), width: columns, lines: rows).map { line in
        centred(line, columns: columns, roles: text.roles)
      }
    }
    if list.isLoaded, list.isFirstRun {
      lines += FirstStep.lines(of: steps, columns: columns, rows: rows - lines.count)
    }
    lines = Array(lines.prefix(rows))
    let above = (rows - lines.count) / 2
    return Array(repeating: blank, count: above) + lines
      + Array(repeating: blank, count: rows - lines.count - above)
  }

  private typealias Text = (words: String, roles: RoleSet)

  private static func texts(
    for list: ListState, _ texts: EmptyTexts, _ keymap: Keymap, _ words: String?,
    _ firstHint: String?
  ) -> [Text] {
    guard list.isLoaded else { return list.isWaiting ? [("Loading…", RoleSet(.empty))] : [] }
    if let thread = list.thread, list.ownFilter == .all {
      return [("No messages in the thread “\(thread)”", RoleSet(.empty))]
    }
    let filter = list.query.filter
    let isFiltered = filter != .trash && filter != .all
    let reason = isFiltered ? list.snapshot.emptyReason : nil
    let why = reason?.words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    // A misspelled word, or one that no text has, is no reason to say that all is read.
    let isUnderstood = why == nil && !filter.namesText
    let text =
      switch filter {
      case .trash: texts.trash
      case .done: "Nothing is done"
      case .all: list.snapshot.counts.done > 0 ? texts.done : texts.none
      case _ where isUnderstood && filter.isUnread: texts.unread
      case _ where isUnderstood && filter.allTerms.contains(.init(.needed)): texts.needed
      case _ where reason == .done: texts.done
      default: texts.filtered
      }
    let hint = isFiltered ? filterHint(list, keymap, words) : list.isFirstRun ? firstHint : nil
    return [(text, RoleSet(.empty))]
      + [why, hint].compactMap(\.self).map { ($0, RoleSet(.readMessage)) }
  }

  /// The current filter, and the key that shows the whole list.
  private static func filterHint(_ list: ListState, _ keymap: Keymap, _ words: String?) -> String {
    let filter = list.filterText.isEmpty ? list.query.filter.text : words ?? list.filterText
    let keys = keymap.names(of: .reading(.back), in: list.isTrash ? .trash : .list)
    return keys.first.map { "\(filter) · \($0) shows all" } ?? filter
  }

  static func centred(_ text: String, columns: Int, roles: RoleSet) -> Line {
    let space = Span.blank((columns - text.columns) / 2, roles: RoleSet(.row))
    return Line([space, Span(text, roles: roles)].filter { $0.columns > 0 }, fill: RoleSet(.row))
  }
}

extension ListState {
  /// Whether it is the whole list of an inbox that has nothing, not even in the trash.
  fileprivate var isFirstRun: Bool {
    thread == nil && query.filter == .all && snapshot.counts.stored == 0
  }
}

extension Command {
  /// The status text of a command in an empty list; nil for commands that need no message.
  var statusInEmptyList: StatusText? {
    switch self {
    case .moving, .stepping, .finding(.toggleFold), .finding(.fold), .finding(.unfold),
      .finding(.foldAll), .finding(.unfoldAll):
      .listEmpty
    case .previewing(let command): command == .preview ? nil : .noMessage(to: .preview)
    case .reading(.view): .noMessage(to: .show)
    case .reading(.open): .noMessage(to: .open)
    case .acting(let command): command.use.map(StatusText.noMessage)
    case .reading, .viewing, .finding, .tabbing, .screen, .typing: nil
    }
  }
}

extension Command.Acting {
  /// The action on a message; nil for commands that need none or count messages themselves.
  var use: StatusText.Use? {
    switch self {
    case .toggleRead: .markRead
    case .togglePin: .pin
    case .snooze: .snooze
    case .done: .finish
    case .delete: .delete
    case .restore: .restore
    case .purge: .deleteForever
    case .actions: .act
    case .copy, .copyLink: .copy
    case .pipe: .pipe
    case .mark, .markRange: .mark
    case .markAllRead, .doneAll, .deleteAll, .purgeAll, .undo, .redo, .undoList, .save: nil
    }
  }
}
