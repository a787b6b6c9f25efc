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
  /// One sentence for help.
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
      .moving(.moveDown), scrolled, ["j", "Down"], "Move one message or line down.",
      extra: [.menu: ["C-n"]]),
    CommandInfo(
      .moving(.moveUp), scrolled, ["k", "Up"], "Move one message or line up.",
      extra: [.menu: ["C-p"]]),
    CommandInfo(
      .moving(.pageDown), scrolled, ["C-f", "PgDn"], "Move one page down.",
      extra: [.help: ["Space"]]),
    CommandInfo(.moving(.pageUp), scrolled, ["C-b", "PgUp"], "Move one page up."),
    CommandInfo(.moving(.halfPageDown), screens, ["C-d"], "Move half a page down."),
    CommandInfo(.moving(.halfPageUp), screens, ["C-u"], "Move half a page up."),
    CommandInfo(.moving(.top), scrolled, ["g g", "Home"], "Go to the top.", extra: [.menu: ["g"]]),
    CommandInfo(.moving(.bottom), scrolled, ["G", "End"], "Go to the bottom."),
    CommandInfo(
      .stepping(.screenTop), lists, ["H"],
      "Go to the first message on the screen; with a count, to that one."),
    CommandInfo(
      .stepping(.screenMiddle), lists, ["g m"], "Go to the message in the middle of the screen."),
    CommandInfo(
      .stepping(.screenBottom), lists, ["L"],
      "Go to the last message on the screen; a count is from below."),
    CommandInfo(
      .stepping(.nextUnread), [.list, .reader], ["Tab"], "Go to the next unread message."),
    CommandInfo(
      .stepping(.previousUnread), [.list, .reader], ["S-Tab"], "Go to the previous unread message."),
    CommandInfo(.stepping(.nextMessage), [.reader], ["J"], "Show the next message of the list."),
    CommandInfo(
      .stepping(.previousMessage), [.reader], ["K"], "Show the previous message of the list."),
  ]

  private static let reading = [
    CommandInfo(
      .reading(.view), lists, ["Enter", "l", "Right"],
      "Show the message in the reader and mark it read."),
    CommandInfo(
      .reading(.open), [.list, .reader], ["o"],
      "Open the link or the thread; of several links, the one of a number."),
    CommandInfo(
      .reading(.readPage), [.reader], ["Space"],
      "Move one page down; at the end, go on to the next unread message."),
    CommandInfo(
      .reading(.goToAlert), screens, ["b"], "Go to the latest alert."),
    CommandInfo(.reading(.close), screens, ["q"], "Go back, or quit from the list."),
    CommandInfo(
      .reading(.back), screens, ["Esc"],
      "Go back; in the list, clear the marks, then the search, then the filter.",
      extra: [
        .list: ["h", "Left"], .trash: ["h", "Left"], .help: ["h", "Left"],
      ]),
    CommandInfo(.reading(.quit), screens, ["Q"], "Quit from anywhere."),
    CommandInfo(.viewing(.toggleWrap), [.reader], ["w"], "Wrap long lines or not."),
    CommandInfo(
      .viewing(.toggleRaw), [.reader], ["A-m"], "Show Markdown formatted or as written."),
    CommandInfo(
      .viewing(.toggleFields), messages, ["e"],
      "Show the fields that the sender added and all earlier occurrences, or fold them."),
    CommandInfo(
      .viewing(.showPicture), [.reader], ["i"],
      "Show the picture of an image, the next one, or hide it."),
    CommandInfo(
      .viewing(.scrollLeft), [.reader], ["h", "Left"],
      "Scroll left where lines are not wrapped, else go back."),
    CommandInfo(
      .viewing(.scrollRight), [.reader], ["l", "Right"],
      "Scroll right where lines are not wrapped."),
  ]

  private static let previewing = [
    CommandInfo(
      .previewing(.preview), lists, ["v"], "Put the preview right of the list, below it, or away."),
    CommandInfo(.previewing(.previewLarger), lists, ["<"], "Make the preview larger."),
    CommandInfo(.previewing(.previewSmaller), lists, [">"], "Make the preview smaller."),
    CommandInfo(.previewing(.previewDown), lists, ["C-e"], "Scroll the preview one line down."),
    CommandInfo(.previewing(.previewUp), lists, ["C-y"], "Scroll the preview one line up."),
    CommandInfo(.previewing(.previewPageDown), lists, ["}"], "Scroll the preview one page down."),
    CommandInfo(.previewing(.previewPageUp), lists, ["{"], "Scroll the preview one page up."),
  ]

  private static let acting = [
    CommandInfo(.acting(.toggleRead), [.list, .reader], ["m"], "Mark read or unread."),
    CommandInfo(
      .acting(.markAllRead), [.list, .sources], ["M"],
      "Mark all listed messages read, after asking."),
    CommandInfo(.acting(.togglePin), [.list, .reader], ["p"], "Pin or unpin."),
    CommandInfo(
      .acting(.snooze), [.list, .reader], ["s"], "Snooze or unsnooze."),
    CommandInfo(
      .acting(.delete), [.list, .reader], ["d", "Delete"], "Move to the trash."),
    CommandInfo(
      .acting(.deleteAll), [.list], ["D"], "Move all listed messages to the trash, after asking."),
    CommandInfo(
      .acting(.restore), [.trash, .reader], ["z z", "Insert"], "Restore from the trash."),
    CommandInfo(
      .acting(.purge), [.trash], ["d", "Delete"], "Delete forever, after asking."),
    CommandInfo(
      .acting(.purgeAll), [.trash], ["D"],
      "Delete all listed messages forever, after asking."),
    CommandInfo(.acting(.undo), messages + [.sources], ["u"], "Undo the last change."),
    CommandInfo(.acting(.redo), messages + [.sources], ["U"], "Redo the last undone change."),
    CommandInfo(
      .acting(.undoList), messages, ["g u"], "Choose how far to undo."),
    CommandInfo(
      .acting(.actions), [.list, .reader], ["a"], "Choose an action of the message."),
    CommandInfo(.acting(.copy), messages, ["y"], "Copy the text."),
    CommandInfo(.acting(.copyLink), messages, ["Y"], "Copy the link."),
    CommandInfo(.acting(.pipe), messages, ["|"], "Pipe the text to a shell command."),
    CommandInfo(.acting(.save), [.reader], ["S"], "Save an attachment."),
    CommandInfo(.acting(.mark), lists, ["Space"], "Mark or unmark the message or thread."),
    CommandInfo(
      .acting(.markRange), lists, ["V"],
      "Mark the range from the last marked row to this one, or begin one here."),
  ]

  private static let finding = [
    CommandInfo(
      .finding(.search), screens, ["/"], "Search for text in the list, the message or the keys."),
    CommandInfo(.finding(.nextMatch), messages, ["n"], "Go to the next match of the search."),
    CommandInfo(
      .finding(.previousMatch), messages, ["N"], "Go to the previous match of the search."),
    CommandInfo(
      .finding(.goToMessage), messages, ["C-p"],
      "Go to any message by parts of its title or source."),
    CommandInfo(
      .finding(.cycleFilter), lists, ["f"],
      "Switch to the next filter; by default all, unread, pinned, deleted."),
    CommandInfo(.finding(.filter), panes, ["F", "\\"], "Type a filter."),
    CommandInfo(.finding(.sort), lists, ["S"], "Choose the sort order."),
    CommandInfo(.finding(.groupBySource), lists, ["g s"], "Group the list by source."),
    CommandInfo(.finding(.groupByThread), lists, ["g t"], "Group the list by thread."),
    CommandInfo(.finding(.groupByPriority), lists, ["g p"], "Group the list by priority."),
    CommandInfo(.finding(.groupByDay), lists, ["g d"], "Group the list by day."),
    CommandInfo(.finding(.ungroup), lists, ["g n"], "Group the list by nothing."),
    CommandInfo(
      .finding(.toggleFold), panes, ["z a"], "Fold the group or source, or unfold it.",
      extra: [.sources: ["Space"]]),
    CommandInfo(
      .finding(.fold), panes, ["z c"],
      "Fold the group or source.",
      extra: [.sources: ["h", "Left"]]),
    CommandInfo(
      .finding(.unfold), panes, ["z o"], "Unfold the group or source.",
      extra: [.sources: ["l", "Right"]]),
    CommandInfo(.finding(.foldAll), panes, ["z M"], "Fold all groups or sources."),
    CommandInfo(.finding(.unfoldAll), panes, ["z R"], "Unfold all groups or sources."),
    CommandInfo(.finding(.thread), messages, ["t"], "Show the message's thread, or leave it."),
    CommandInfo(.finding(.trash), lists, ["T"], "Show the trash, or leave it."),
    CommandInfo(
      .finding(.narrow), [.list, .reader], ["x"],
      "Show only this source or thread, mute it, or act on all of it."),
    CommandInfo(.finding(.inboxes), messages, ["I"], "Switch to another inbox."),
    CommandInfo(
      .finding(.jumpBack), lists, ["C-o"], "Go back to where the cursor was before a jump."),
    CommandInfo(
      .finding(.jumpForward), lists, ["A-o"], "Go forward again after going back."),
    CommandInfo(
      .finding(.setBookmark), messages, ["`"], "Bookmark the message by the letter that follows."),
    CommandInfo(
      .finding(.goToBookmark), messages, ["'"],
      "Go to the bookmark of the letter that follows; a second ' goes back."),
    CommandInfo(
      .finding(.sources), panes, ["g b"],
      "Go to the list of sources, and show it; from there, hide it."),
    CommandInfo(.finding(.messages), [.sources], ["Enter", "Tab"], "Go to the messages."),
    CommandInfo(
      .finding(.follow), lists, ["g f"], "Stay on the newest message until the cursor moves."),
  ]

  private static let tabbing =
    [
      CommandInfo(.tabbing(.next), panes, ["]"], "Show the next tab, or the next filter."),
      CommandInfo(.tabbing(.previous), panes, ["["], "Show the previous tab, or filter."),
    ]
    + Command.Tab.numbered.enumerated().map { index, tab in
      CommandInfo(.tabbing(tab), panes, ["\(index + 1)"], "Show tab \(index + 1).")
    }

  private static let screen = [
    CommandInfo(
      .screen(.refresh), panes, ["r"], "Refresh the list; hide rows that no longer match."),
    CommandInfo(
      .screen(.toggleDoNotDisturb), screens, ["B"],
      "Turn do not disturb on or off."),
    CommandInfo(.screen(.redraw), screens, ["C-l"], "Redraw the screen."),
    CommandInfo(.screen(.reload), screens, ["R"], "Reload configuration and theme."),
    CommandInfo(
      .screen(.help), screens, ["?", "F1"],
      "Show the most used keys; again, all keys of this place, then of all places."),
    CommandInfo(.screen(.commandLine), screens, [":"], "Type a command."),
    CommandInfo(.screen(.interrupt), screens, ["C-c"], "Show how to quit."),
  ]

  private static let typing = [
    CommandInfo(
      .typing(.accept), [.prompt, .menu, .help], ["Enter"],
      "Accept the input or the choice; in help, run the selected command.",
      extra: [.menu: ["l", "Right"]]),
    CommandInfo(
      .typing(.cancel), [.prompt, .menu], ["Esc", "C-g", "C-c"], "Cancel; nothing changes.",
      extra: [.menu: ["q", "h", "Left"]]),
    CommandInfo(
      .typing(.deleteBackward), [.prompt], ["Backspace", "C-h"],
      "Delete the character before the cursor."),
    CommandInfo(
      .typing(.deleteForward), [.prompt], ["Delete"], "Delete the character at the cursor."),
    CommandInfo(.typing(.deleteWord), [.prompt], ["C-w"], "Delete the word before the cursor."),
    CommandInfo(.typing(.deleteLine), [.prompt], ["C-u"], "Delete to the start of the line."),
    CommandInfo(
      .typing(.deleteNextWord), [.prompt], ["A-d"], "Delete the word behind the cursor."),
    CommandInfo(.typing(.deleteRest), [.prompt], ["C-k"], "Delete to the end of the line."),
    CommandInfo(.typing(.cursorLeft), [.prompt], ["Left", "C-b"], "Move one character left."),
    CommandInfo(.typing(.cursorRight), [.prompt], ["Right", "C-f"], "Move one character right."),
    CommandInfo(.typing(.previousWord), [.prompt], ["A-b"], "Move one word left."),
    CommandInfo(.typing(.nextWord), [.prompt], ["A-f"], "Move one word right."),
    CommandInfo(
      .typing(.cursorStart), [.prompt], ["Home", "C-a"], "Move to the start of the line."),
    CommandInfo(.typing(.cursorEnd), [.prompt], ["End", "C-e"], "Move to the end of the line."),
    CommandInfo(.typing(.complete), [.prompt], ["Tab"], "Next completion."),
    CommandInfo(
      .typing(.completeBack), [.prompt], ["S-Tab"], "Previous completion."),
    CommandInfo(.typing(.earlierLine), [.prompt], ["Up", "C-p"], "Previous line of the history."),
    CommandInfo(.typing(.laterLine), [.prompt], ["Down", "C-n"], "Next line of the history."),
    CommandInfo(
      .typing(.nextTyped), [.prompt], ["A-n"], "Next match of the search that is typed."),
    CommandInfo(
      .typing(.previousTyped), [.prompt], ["A-p"], "Previous match of the search that is typed."),
    CommandInfo(.typing(.yes), [.confirm], ["y", "Y"], "Yes."),
    CommandInfo(.typing(.no), [.confirm], ["n", "N", "Esc", "Enter", "q", "C-c"], "No."),
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
