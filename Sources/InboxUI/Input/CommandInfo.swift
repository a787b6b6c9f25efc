/// A row of the command table, the source of help, documentation and default keymap.
package struct CommandInfo: Sendable, Hashable {
  /// The group of a command: a heading in help.
  package enum Group: String, CaseIterable, Sendable, Hashable {
    case moving = "Moving"
    case reading = "Reading"
    case acting = "Acting"
    case finding = "Finding"
    case screen = "Screen"
    case typing = "Typing and answering"
  }

  package var command: Command
  /// A short phrase for help, without a full stop.
  package var summary: String
  /// The contexts that support it.
  package var contexts: [InputContext]
  /// Default keys in all ``contexts``.
  package var keys: [String]
  /// More default keys, by context.
  package var extraKeys: [InputContext: [String]]

  init(
    _ command: Command, _ contexts: [InputContext], _ keys: [String], _ summary: String,
    extra: [InputContext: [String]] = [:]
  ) {
    self.command = command
    self.summary = summary
    self.contexts = contexts
    self.keys = keys
    extraKeys = extra
  }

  package var group: Group { command.group }

  /// Whether it is available on the `:` line.
  var isTypeable: Bool {
    group != .typing && ![.screen(.commandLine), .screen(.interrupt)].contains(command)
  }

  /// The default keys in `context`; sequences are separated by blanks, as in `g g`.
  package func keys(in context: InputContext) -> [String] {
    guard contexts.contains(context) else { return [] }
    let names = keys + (extraKeys[context] ?? [])
    return context.takesSequences ? names : names.filter { !$0.contains(" ") }
  }
}

extension Command {
  /// Its row of the command table.
  package var info: CommandInfo? { CommandInfo.byCommand[self] }
}

extension CommandInfo {
  static let byCommand = Dictionary(uniqueKeysWithValues: table.map { ($0.command, $0) })

  private static let lists: [InputContext] = [.list, .trash]
  /// The lists of messages and the list of sources.
  private static let panes: [InputContext] = [.list, .trash, .sources]
  private static let messages: [InputContext] = [.list, .trash, .reader]
  private static let screens: [InputContext] = [.list, .trash, .sources, .reader, .help]
  private static let scrolled: [InputContext] = screens + [.menu]

  /// All commands, in the order of help.
  ///
  /// C-q and C-s are not default keys, as some terminals use them for flow control; C-z suspends
  /// the program.
  package static let table: [CommandInfo] =
    moving + reading + previewing + acting + finding + tabbing + screen + typing

  private static let moving = [
    CommandInfo(
      .moving(.moveDown), scrolled, ["j", "Down"], "One message or line down",
      extra: [.menu: ["C-n"]]),
    CommandInfo(
      .moving(.moveUp), scrolled, ["k", "Up"], "One message or line up", extra: [.menu: ["C-p"]]),
    CommandInfo(
      .moving(.pageDown), scrolled, ["C-f", "PgDn"], "One page down", extra: [.help: ["Space"]]),
    CommandInfo(.moving(.pageUp), scrolled, ["C-b", "PgUp"], "One page up"),
    CommandInfo(.moving(.halfPageDown), screens, ["C-d"], "Half a page down"),
    CommandInfo(.moving(.halfPageUp), screens, ["C-u"], "Half a page up"),
    CommandInfo(.moving(.top), scrolled, ["g g", "Home"], "Top", extra: [.menu: ["g"]]),
    CommandInfo(.moving(.bottom), scrolled, ["G", "End"], "Bottom"),
    CommandInfo(.stepping(.screenTop), lists, ["H"], "First row on screen"),
    CommandInfo(.stepping(.screenMiddle), lists, ["g m"], "Middle row on screen"),
    CommandInfo(.stepping(.screenBottom), lists, ["L"], "Last row on screen"),
    CommandInfo(.stepping(.nextUnread), [.list, .reader], ["Tab"], "Next unread message"),
    CommandInfo(
      .stepping(.previousUnread), [.list, .reader], ["S-Tab"], "Previous unread message"),
    CommandInfo(.stepping(.nextLate), [.list], ["g l"], "Next message that arrived late"),
    CommandInfo(.stepping(.nextMessage), [.reader], ["J"], "Next message"),
    CommandInfo(.stepping(.previousMessage), [.reader], ["K"], "Previous message"),
  ]

  private static let reading = [
    CommandInfo(.reading(.view), lists, ["Enter", "l", "Right"], "Open in reader"),
    CommandInfo(
      .reading(.open), [.list, .reader], ["o"], "Open link or thread; of several, a menu"),
    CommandInfo(.reading(.readPage), [.reader], ["Space"], "Page down; at the end, next unread"),
    CommandInfo(.reading(.goToAlert), screens, ["b"], "Latest alert"),
    CommandInfo(.reading(.close), screens, ["q"], "Back, or quit from list"),
    CommandInfo(
      .reading(.back), screens, ["Esc"],
      "Back; in the list, clear marks, search, filter",
      extra: [
        .list: ["h", "Left"], .trash: ["h", "Left"], .help: ["h", "Left"],
      ]),
    CommandInfo(.reading(.quit), screens, ["Q"], "Quit from any screen"),
    CommandInfo(.viewing(.toggleWrap), [.reader], ["w"], "Wrap long lines: on, off"),
    CommandInfo(.viewing(.toggleRaw), [.reader], ["A-m"], "Markdown: formatted, as written"),
    CommandInfo(
      .viewing(.toggleFields), messages, ["z e"], "Toggle fields and all earlier occurrences"),
    CommandInfo(.viewing(.showPicture), [.reader], ["i"], "Picture: next, off"),
    CommandInfo(
      .viewing(.scrollLeft), [.reader], ["h", "Left"], "Scroll left if not wrapped, else back"),
    CommandInfo(.viewing(.scrollRight), [.reader], ["l", "Right"], "Scroll right if not wrapped"),
  ]

  private static let previewing = [
    CommandInfo(.previewing(.preview), lists, ["v"], "Preview: right, below, off"),
    CommandInfo(.previewing(.previewLarger), lists, ["<"], "Larger preview"),
    CommandInfo(.previewing(.previewSmaller), lists, [">"], "Smaller preview"),
    CommandInfo(.previewing(.previewDown), lists, ["C-e"], "Preview one line down"),
    CommandInfo(.previewing(.previewUp), lists, ["C-y"], "Preview one line up"),
    CommandInfo(.previewing(.previewPageDown), lists, ["}"], "Preview one page down"),
    CommandInfo(.previewing(.previewPageUp), lists, ["{"], "Preview one page up"),
  ]

  private static let acting = [
    CommandInfo(
      .acting(.toggleRead), [.list, .reader], ["m"], "Mark read or unread; the cursor stays"),
    CommandInfo(.acting(.markAllRead), [.list, .sources], ["M"], "Mark all listed read (asks)"),
    CommandInfo(.acting(.togglePin), [.list, .reader], ["p"], "Pin or unpin; the cursor stays"),
    CommandInfo(.acting(.snooze), [.list, .reader], ["s"], "Snooze or unsnooze"),
    CommandInfo(
      .acting(.done), [.list, .reader], ["e"], "Done; where done ones are listed, not done"),
    CommandInfo(.acting(.doneAll), [.list], ["E"], "All listed done (asks)"),
    CommandInfo(.acting(.delete), [.list, .reader], ["d", "Delete"], "Move to trash"),
    CommandInfo(.acting(.deleteAll), [.list], ["D"], "Move all listed to trash (asks)"),
    CommandInfo(.acting(.restore), [.trash, .reader], ["z z", "Insert"], "Restore from trash"),
    CommandInfo(.acting(.purge), [.trash], ["d", "Delete"], "Delete forever (asks)"),
    CommandInfo(.acting(.purgeAll), [.trash], ["D"], "Delete all listed forever (asks)"),
    CommandInfo(.acting(.undo), messages + [.sources], ["u"], "Undo"),
    CommandInfo(.acting(.redo), messages + [.sources], ["U"], "Redo"),
    CommandInfo(.acting(.undoList), messages, ["g u"], "Undo history"),
    CommandInfo(.acting(.actions), [.list, .reader], ["a"], "Actions of the message"),
    CommandInfo(.acting(.copy), messages, ["y"], "Copy text"),
    CommandInfo(.acting(.copyLink), messages, ["Y"], "Copy link"),
    CommandInfo(.acting(.pipe), messages, ["|"], "Pipe text to a shell command"),
    CommandInfo(.acting(.save), [.reader], ["S"], "Save attachment"),
    CommandInfo(.acting(.mark), lists, ["Space"], "Mark or unmark"),
    CommandInfo(.acting(.markRange), lists, ["V"], "Mark from last mark to here, or begin"),
  ]

  private static let finding = [
    CommandInfo(.finding(.search), screens, ["/"], "Search list, message or help"),
    CommandInfo(.finding(.nextMatch), messages, ["n"], "Next match"),
    CommandInfo(.finding(.previousMatch), messages, ["N"], "Previous match"),
    CommandInfo(.finding(.goToMessage), messages, ["C-p"], "Go to message by title or source"),
    CommandInfo(.finding(.filter), panes, ["F", "\\"], "Filter"),
    CommandInfo(.finding(.sort), lists, ["S"], "Sort order"),
    CommandInfo(.finding(.groupBySource), lists, ["g s"], "Group by source"),
    CommandInfo(.finding(.groupByThread), lists, ["g t"], "Group by thread"),
    CommandInfo(.finding(.groupByPriority), lists, ["g p"], "Group by priority"),
    CommandInfo(.finding(.groupByDay), lists, ["g d"], "Group by day"),
    CommandInfo(.finding(.ungroup), lists, ["g n"], "No groups"),
    CommandInfo(
      .finding(.toggleFold), panes, ["z a"], "Fold or unfold group", extra: [.sources: ["Space"]]),
    CommandInfo(.finding(.fold), panes, ["z c"], "Fold group", extra: [.sources: ["h", "Left"]]),
    CommandInfo(
      .finding(.unfold), panes, ["z o"], "Unfold group", extra: [.sources: ["l", "Right"]]),
    CommandInfo(.finding(.foldAll), panes, ["z M"], "Fold all groups"),
    CommandInfo(.finding(.unfoldAll), panes, ["z R"], "Unfold all groups"),
    CommandInfo(.finding(.thread), messages, ["t"], "Thread view"),
    CommandInfo(.finding(.trash), lists, ["T"], "Trash; again: the list"),
    CommandInfo(.finding(.showDone), [.list], ["g e"], "Show done; again: the list"),
    CommandInfo(
      .finding(.narrow), [.list, .reader], ["x"], "Source or thread: show only, mute, …"),
    CommandInfo(
      .finding(.always), [.list, .reader], ["A"], "Always …: a rule for what is like it"),
    CommandInfo(.finding(.catchUp), [.list], ["g w"], "What came while you were away, by source"),
    CommandInfo(.finding(.inboxes), messages, ["I"], "Other inboxes"),
    CommandInfo(.finding(.jumpBack), lists, ["C-o"], "Back to before the last jump"),
    CommandInfo(.finding(.jumpForward), lists, ["A-o"], "Forward again"),
    CommandInfo(.finding(.setBookmark), messages, ["`"], "Set bookmark; a letter follows"),
    CommandInfo(.finding(.goToBookmark), messages, ["'"], "Go to bookmark; twice: back"),
    CommandInfo(.finding(.sources), panes, ["g b"], "Source list; in it, hide it"),
    CommandInfo(.finding(.messages), [.sources], ["Enter", "Tab"], "Messages"),
    CommandInfo(.finding(.follow), lists, ["g f"], "Follow the newest message"),
  ]

  private static let tabbing =
    [
      CommandInfo(.tabbing(.nextTab), panes, ["]"], "Next tab"),
      CommandInfo(.tabbing(.previousTab), panes, ["["], "Previous tab"),
    ]
    + Command.Tab.numbered.enumerated().map { index, tab in
      CommandInfo(.tabbing(tab), panes, ["\(index + 1)"], "Tab \(index + 1)")
    }

  private static let screen = [
    CommandInfo(.screen(.refresh), panes, ["r"], "Refresh; hide rows that no longer match"),
    CommandInfo(.screen(.toggleDoNotDisturb), screens, ["B"], "Do not disturb: on, off"),
    CommandInfo(.screen(.redraw), screens, ["C-l"], "Redraw the screen"),
    CommandInfo(.screen(.reload), screens, ["R"], "Reload configuration and theme"),
    CommandInfo(.screen(.keepLook), panes, ["w"], "Keep theme, density, preview and groups"),
    CommandInfo(.screen(.help), screens, ["?", "F1"], "Help; again: this screen, all screens"),
    CommandInfo(.screen(.commandLine), screens, [":"], "Command line"),
    CommandInfo(.screen(.interrupt), screens, ["C-c"], "How to quit"),
  ]

  private static let typing = [
    CommandInfo(
      .typing(.accept), [.prompt, .menu, .help], ["Enter"],
      "Accept; in help, run the command",
      extra: [.menu: ["l", "Right"]]),
    CommandInfo(
      .typing(.cancel), [.prompt, .menu], ["Esc", "C-g", "C-c"], "Cancel",
      extra: [.menu: ["q", "h", "Left"]]),
    CommandInfo(
      .typing(.deleteBackward), [.prompt], ["Backspace", "C-h"], "Delete character before cursor"),
    CommandInfo(.typing(.deleteForward), [.prompt], ["Delete"], "Delete character at cursor"),
    CommandInfo(.typing(.deleteWord), [.prompt], ["C-w"], "Delete word before cursor"),
    CommandInfo(.typing(.deleteLine), [.prompt], ["C-u"], "Delete to start of line"),
    CommandInfo(.typing(.deleteNextWord), [.prompt], ["A-d"], "Delete word after cursor"),
    CommandInfo(.typing(.deleteRest), [.prompt], ["C-k"], "Delete to end of line"),
    CommandInfo(.typing(.cursorLeft), [.prompt], ["Left", "C-b"], "One character left"),
    CommandInfo(.typing(.cursorRight), [.prompt], ["Right", "C-f"], "One character right"),
    CommandInfo(.typing(.previousWord), [.prompt], ["A-b"], "One word left"),
    CommandInfo(.typing(.nextWord), [.prompt], ["A-f"], "One word right"),
    CommandInfo(.typing(.cursorStart), [.prompt], ["Home", "C-a"], "Start of line"),
    CommandInfo(.typing(.cursorEnd), [.prompt], ["End", "C-e"], "End of line"),
    CommandInfo(.typing(.complete), [.prompt], ["Tab"], "Next completion"),
    CommandInfo(.typing(.completeBack), [.prompt], ["S-Tab"], "Previous completion"),
    CommandInfo(.typing(.earlierLine), [.prompt], ["Up", "C-p"], "Previous line of history"),
    CommandInfo(
      .typing(.laterLine), [.prompt], ["Down", "C-n"], "Next line of history, or into the menu"),
    CommandInfo(.typing(.nextTypedMatch), [.prompt], ["A-n"], "Next match while typing a search"),
    CommandInfo(
      .typing(.previousTypedMatch), [.prompt], ["A-p"], "Previous match while typing a search"),
    CommandInfo(.typing(.yes), [.confirm], ["y", "Y"], "Yes"),
    CommandInfo(.typing(.no), [.confirm], ["n", "N", "Esc", "Enter", "q", "C-c"], "No"),
  ]
}

extension Command {
  /// One line with a command's summary and its keys on the screen on top, else on another screen.
  func explanation(in context: PartContext) -> StatusText {
    guard let info else { return .note(name) }
    let keys = ([context.screenKeys] + info.contexts).lazy
      .map { context.keymap.names(of: self, in: $0) }
      .first { !$0.isEmpty }
    return .explanation(keys?.lineOfKeys ?? name, summary: info.summary)
  }
}
