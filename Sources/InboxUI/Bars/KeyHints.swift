import InboxText
import InboxCore

/// Key hints: the most useful keys of a screen that fit on a line.
struct KeyHints {
  let state: UIState
  /// Whether the help has more than fits.
  var scrolls = true

  private var context: InputContext { state.context }

  /// Commands that need a message.
  private static let needingMessage: Set<Command> = [
    .reading(.view), .acting(.toggleRead), .acting(.done), .acting(.delete), .acting(.restore),
    .acting(.purge),
  ]

  private typealias Hint = (command: Command, label: String)

  private static let hints: [InputContext: [Hint]] = [
    .list: [
      (.reading(.view), "read"), (.reading(.open), "open"), (.acting(.toggleRead), "mark read"),
      (.acting(.done), "done"), (.acting(.delete), "delete"), (.acting(.undo), "undo"),
      (.finding(.search), "search"), (.finding(.filter), "filter"), (.reading(.close), "quit"),
      (.screen(.help), "help"),
    ],
    .trash: [
      (.reading(.view), "read"), (.acting(.restore), "restore"),
      (.acting(.purge), "delete forever"), (.acting(.undo), "undo"), (.finding(.search), "search"),
      (.finding(.trash), "back"), (.screen(.help), "help"),
    ],
    .sources: [
      (.finding(.messages), "messages"), (.finding(.toggleFold), "fold"),
      (.acting(.markAllRead), "mark all read"), (.finding(.sources), "hide"),
      (.screen(.help), "help"),
    ],
    .menu: [
      (.typing(.accept), "choose"), (.moving(.moveUp), "up"), (.moving(.moveDown), "down"),
      (.typing(.cancel), "cancel"),
    ],
    .help: [
      (.typing(.accept), "run"), (.moving(.pageDown), "page"), (.finding(.search), "search"),
      (.screen(.help), "more"), (.reading(.close), "back"),
    ],
  ]

  /// The hints while rows are marked.
  private static let marked: [InputContext: [Hint]] = [
    .list: [
      (.acting(.toggleRead), "read"), (.acting(.done), "done"), (.acting(.delete), "delete"),
      (.acting(.snooze), "snooze"), (.acting(.togglePin), "pin"), (.acting(.copy), "copy"),
      (.reading(.back), "clear"), (.reading(.close), "quit"),
    ],
    .trash: [
      (.acting(.restore), "restore"), (.acting(.purge), "delete forever"),
      (.reading(.back), "clear"),
    ],
  ]

  /// The hints that fit, two columns apart; in an incomplete command, what it may go on with.
  ///
  /// Hints are dropped from the end, but for the last two: the way out and the key of the help.
  /// Undo is among them once there is something to undo.
  func spans(columns: Int) -> [Span] {
    let interaction = state.interaction
    guard interaction.pendingKeys.isEmpty else {
      return spans(after: interaction.pendingKeys, columns: columns)
    }
    if let count = interaction.pendingCount {
      return [Self.pressed(count.digits, columns: columns)]
    }
    if BottomBar.tellsMarks(state) { return spansOfMarked(columns: columns) }
    let isOnJoined = BottomBar.isInList(state) && state.stack.targetGroup != nil
    let shown = (isOnJoined ? hintsOnJoined : hintsOnRow).filter {
      interaction.history.canUndo || $0.command != .acting(.undo)
    }
    return Self.fitting(spans(of: shown), columns: columns)
  }

  /// The number of marked rows, and the hints for them; threads cannot be copied.
  private func spansOfMarked(columns: Int) -> [Span] {
    let roles = RoleSet(.status)
    let number = Span("\(state.list.marks.count) marked:", roles: roles.union(RoleSet(.prompt)))
    let hints = named(Self.marked[context] ?? []).filter {
      !state.stack.hasMarkedThreads || $0.command != .acting(.copy)
    }
    let rest = Self.fitting(spans(of: hints), columns: columns - number.columns - 1)
    return [number] + (rest.isEmpty ? [] : [.blank(1, roles: roles)]) + rest
  }

  /// The hints on a folded group, or on a collapsed thread, whose messages are changed together.
  private var hintsOnJoined: [Hint] {
    var joined = (Self.hints[context] ?? []).filter { $0.command != .reading(.open) }
    for place in joined.indices where joined[place].command == .reading(.view) {
      joined[place].label = state.list.foldedGroup == nil ? "read thread" : "unfold"
    }
    return named(joined)
  }

  private var hintsOnRow: [Hint] {
    let (row, hasLinks) = (state.stack.currentRow, state.reader?.hasLinks ?? false)
    var wanted =
      context == .reader ? Self.readerHints(of: row, hasLinks: hasLinks) : Self.hints[context] ?? []
    if row == nil { wanted.removeAll { Self.needingMessage.contains($0.command) } }
    if !hasLinks, row == nil || row?.tap == .app {
      wanted.removeAll { $0.command == .reading(.open) }
    }
    if context == .list, row.map({ state.list.status(of: $0) }) == .deleted {
      wanted.insert((.acting(.actions), "actions"), at: 1)
    }
    if row?.awaitsAnswer == true, context == .list || context == .reader {
      let label = row?.takesReply == true ? "reply" : "answer"
      wanted.insert((.acting(.actions), label), at: 0)
    }
    wanted = named(wanted)
    if context == .help, state.stack.help?.scope == .everywhere {
      wanted.removeAll { $0.command == .screen(.help) }
    }
    if !scrolls { wanted.removeAll { $0.command == .moving(.pageDown) } }
    if context == .reader, state.preferences.pictures != .never,
      state.reader?.pictures.all.isEmpty == false
    {
      wanted.insert((.viewing(.showPicture), "picture"), at: min(2, wanted.count))
    }
    return wanted
  }

  /// The hints of the reader, most useful first; those of a message that has not been read from the
  /// store need nothing of it.
  private static func readerHints(of row: MessageRow?, hasLinks: Bool) -> [Hint] {
    let isDeleted = row?.status == .deleted
    let isKnown = row != nil && !isDeleted
    let isOffering = row.map { $0.actionCount > 0 && $0.question == nil } ?? false
    let hasFiles = row.map { $0.attachmentCount > 0 } ?? false
    let readLabel = row?.status == .read ? "mark unread" : "mark read"
    let hints: [(command: Command, label: String, isWanted: Bool)] = [
      (.acting(.restore), "restore", isDeleted),
      (.reading(.open), "open", isKnown && (row?.tap != .app || hasLinks)),
      (.acting(.actions), "actions", isKnown && (isOffering || hasFiles || hasLinks)),
      (.stepping(.nextMessage), "next", true), (.stepping(.previousMessage), "previous", true),
      (.acting(.toggleRead), readLabel, !isDeleted),
      (.acting(.done), row?.isDone == true ? "not done" : "done", !isDeleted),
      (.acting(.delete), "delete", !isDeleted), (.acting(.undo), "undo", true),
      (.reading(.close), "back", true), (.screen(.help), "help", true),
    ]
    return hints.filter(\.isWanted).map { ($0.command, $0.label) }
  }

  /// Names what a key would make of messages; nil where it would change none.
  private func named(_ hint: Hint, on targets: [ActionTarget]) -> Hint? {
    guard case .acting(let command) = hint.command,
      let verb = state.stack.verb(of: command, on: targets, groups: state.listCounts.groups)
    else { return hint }
    guard targets.isEmpty || targets.contains(where: { $0.isChanged(by: verb) }) else { return nil }
    switch verb {
    case .undone: return (hint.command, "not done")
    case .unread: return (hint.command, "mark unread")
    default: return hint
    }
  }

  /// Names what leaving the list does: it quits, goes back from a thread, or returns to the host; and
  /// what the keys do with messages that are done or read.
  private func named(_ hints: [Hint]) -> [Hint] {
    guard context == .list else { return hints }
    let targets = state.stack.targets
    let hints = hints.compactMap { named($0, on: targets) }
    if state.screen == .thread {
      return hints.map { $0.command == .reading(.close) ? ($0.command, "back") : $0 }
    }
    guard let host = state.hostOptions else { return hints }
    let done: Hint? = host.closeLabel.map { (.reading(.close), $0.printable()) }
    return hints.filter { $0.command != .reading(.close) } + [done].compactMap(\.self)
  }

  /// The keys pressed so far.
  private static func pressed(_ keys: String, columns: Int) -> Span {
    let roles = RoleSet(.status).union(RoleSet(.prompt))
    return Span(TextLayout.truncate(keys + " …", columns: columns), roles: roles)
  }

  /// The keys pressed so far, and the possible continuations, with `…` for those that do not fit.
  ///
  /// The key of a bookmark is a complete sequence that is followed by any letter.
  private func spans(after keys: [Key], columns: Int) -> [Span] {
    let pressed = Self.pressed(keys.name, columns: columns)
    let roles = RoleSet(.status)
    let endings = state.keymap.endings(of: keys, in: context).map { ending in
      ending.keys.isEmpty
        ? [Span("a letter: " + ending.binding.label, roles: roles.union(RoleSet(.help)))]
        : spans(of: ending.keys, after: keys, label: ending.binding.label)
    }
    let gap = Span.blank(2, roles: roles)
    var room = columns - pressed.columns
    var rest: [Span] = []
    for (index, ending) in endings.enumerated() {
      // Reserve room for the `…`.
      let sign = index == endings.count - 1 ? 0 : gap.columns + 1
      guard ending.columns + gap.columns + sign <= room else {
        let more = Span(TextLayout.ellipsis, roles: roles.union(RoleSet(.help)))
        return [pressed] + rest + (rest.isEmpty ? [] : [gap, more])
      }
      room -= ending.columns + gap.columns
      rest += [gap] + ending
    }
    return [pressed] + rest
  }

  /// The pieces that fit; the last two have priority, and the very last one above all.
  private static func fitting(_ shown: [[Span]], columns: Int) -> [Span] {
    let gap = Span.blank(2, roles: RoleSet(.status))
    let ends: [[Span]] = [2, 1].map { Array(shown.suffix($0).joined(separator: [gap])) }
    guard let kept = ends.first(where: { $0.columns <= columns }), !kept.isEmpty else { return [] }
    guard kept.count == ends[0].count else { return kept }
    var used = kept.columns
    let first = shown.dropLast(2).prefix { spans in
      used += spans.columns + gap.columns
      return used <= columns
    }
    return first.flatMap { $0 + [gap] } + kept
  }

  /// Keys with their label; a click presses them after the earlier keys of the sequence.
  private func spans(of keys: [Key], after earlier: [Key] = [], label: String) -> [Span] {
    let roles = RoleSet(.status)
    let spans = [
      Span(keys.name, roles: roles.union(RoleSet(.helpKey))),
      Span(" " + label, roles: roles.union(RoleSet(.help))),
    ]
    return spans.map { $0.aimed(at: .keys(earlier + keys, in: context)) }
  }

  /// The hints whose commands have a key.
  private func spans(of hints: [Hint]) -> [[Span]] {
    hints.compactMap { hint in keys(of: hint).map { spans(of: $0, label: hint.label) } }
  }

  /// The default keys if they are still bound to the command, else the user's binding.
  private func keys(of hint: Hint) -> [Key]? {
    let keymap = state.keymap
    let binding = KeyBinding.command(hint.command)
    let defaults = hint.command.info?.keys(in: context) ?? []
    if let keys = defaults.first.flatMap([Key].init(sequence:)),
      keymap.meaning(of: keys, in: context) == .bound(binding)
    {
      return keys
    }
    let names = keymap.names(of: hint.command, in: context)
    return (names.first { !defaults.contains($0) } ?? names.first).flatMap([Key].init(sequence:))
  }
}
