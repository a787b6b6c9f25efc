/// A command of the screen, grouped by the part that performs it.
///
/// The name of a case is the command's own: `moveDown` is `move-down`. Its summary, contexts and
/// default keys are a row of `CommandInfo.table`.
package enum Command: Sendable, Hashable {
  /// Moves the cursor or scrolls.
  case moving(Motion)
  /// Goes to the next or previous message of a kind.
  case stepping(Step)
  /// Opens a message or closes a screen.
  case reading(Reading)
  /// Changes how a message is displayed.
  case viewing(Viewing)
  /// Changes messages or uses their content.
  case acting(Acting)
  /// Places or scrolls the preview.
  case previewing(Previewing)
  /// Filters, sorts, groups or searches the list.
  case finding(Finding)
  /// Switches tabs.
  case tabbing(Tab)
  /// Affects the program, not its messages.
  case screen(General)
  /// Edits or answers in prompts, menus and questions; not available on the `:` line.
  case typing(Typing)

  /// Motions of cursor and scroll position.
  package enum Motion: String, CaseIterable, Sendable {
    case moveDown, moveUp, pageDown, pageUp, halfPageDown, halfPageUp
    case top, bottom
  }

  /// Steps between messages, and to positions on the screen.
  package enum Step: String, CaseIterable, Sendable {
    case nextUnread, previousUnread, nextMessage, previousMessage, nextLate
    case screenTop, screenMiddle, screenBottom
  }

  /// Commands that open messages and close screens.
  package enum Reading: String, CaseIterable, Sendable {
    case view, open, readPage, goToAlert
    case close, back, quit
  }

  /// Commands of the preview beside the list.
  package enum Previewing: String, CaseIterable, Sendable {
    case preview, previewLarger, previewSmaller
    case previewDown, previewUp, previewPageDown, previewPageUp
  }

  /// Display options of a message.
  package enum Viewing: String, CaseIterable, Sendable {
    case toggleWrap, toggleRaw, toggleFields, showPicture
    case scrollLeft, scrollRight
  }

  /// Commands that change messages or use their content.
  package enum Acting: String, CaseIterable, Sendable {
    case toggleRead, markAllRead, togglePin, snooze
    case done, doneAll, delete, deleteAll, restore, purge, purgeAll
    case undo, redo, undoList
    case actions, copy, copyLink, pipe, save
    case mark, markRange
  }

  /// Searches, filters, orders, groups and other lists.
  package enum Finding: String, CaseIterable, Sendable {
    case search, nextMatch, previousMatch, filter, sort
    case groupBySource, groupByThread, groupByPriority, groupByDay, ungroup
    case toggleFold, fold, unfold, foldAll, unfoldAll
    case thread, trash, showDone, inboxes, narrow, always, catchUp
    case jumpBack, jumpForward, setBookmark, goToBookmark
    case follow, sources, messages, goToMessage
  }

  /// The tabs by position.
  package enum Tab: String, CaseIterable, Sendable {
    case nextTab, previousTab
    case tab1, tab2, tab3, tab4, tab5, tab6, tab7, tab8, tab9

    /// The tabs with a digit key, in order.
    static let numbered = Array(allCases.dropFirst(2))

    /// The tab's index; nil for next and previous.
    var index: Int? { Self.numbered.firstIndex(of: self) }
  }

  /// Commands of the program.
  package enum General: String, CaseIterable, Sendable {
    case refresh, toggleDoNotDisturb, redraw, reload, keepLook
    case help, commandLine, interrupt
  }

  /// Editing keys of prompts, and keys that answer menus and questions.
  package enum Typing: String, CaseIterable, Sendable {
    case accept, cancel
    case deleteBackward, deleteForward, deleteWord, deleteLine, deleteNextWord, deleteRest
    case cursorLeft, cursorRight, previousWord, nextWord, cursorStart, cursorEnd
    case complete, completeBack, earlierLine, laterLine
    case nextTypedMatch, previousTypedMatch
    case yes, no
  }
}

extension Command: CaseIterable {
  /// All commands, by group.
  package static let allCases: [Command] =
    Motion.allCases.map(Command.moving) + Step.allCases.map(Command.stepping)
    + Reading.allCases.map(Command.reading) + Viewing.allCases.map(Command.viewing)
    + Previewing.allCases.map(Command.previewing)
    + Acting.allCases.map(Command.acting) + Finding.allCases.map(Command.finding)
    + Tab.allCases.map(Command.tabbing)
    + General.allCases.map(Command.screen) + Typing.allCases.map(Command.typing)

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The command of a name; nil if it is unknown.
  package init?(name: String) {
    guard let command = Self.byName[name] else { return nil }
    self = command
  }

  /// The name in the configuration and on the `:` line: that of the case, with hyphens.
  package var name: String {
    let name =
      switch self {
      case .moving(let command): command.rawValue
      case .stepping(let command): command.rawValue
      case .reading(let command): command.rawValue
      case .previewing(let command): command.rawValue
      case .viewing(let command): command.rawValue
      case .acting(let command): command.rawValue
      case .finding(let command): command.rawValue
      case .tabbing(let command): command.rawValue
      case .screen(let command): command.rawValue
      case .typing(let command): command.rawValue
      }
    return name.unicodeScalars.reduce(into: "") { name, scalar in
      let isSmall = "a"..."z" ~= scalar
      name += isSmall ? String(scalar) : "-" + scalar.properties.lowercaseMapping
    }
  }

  /// Its heading in help.
  package var group: CommandInfo.Group {
    switch self {
    case .moving, .stepping: .moving
    case .reading, .viewing, .previewing: .reading
    case .acting: .acting
    case .finding, .tabbing: .finding
    case .screen: .screen
    case .typing: .typing
    }
  }
}

/// The focused part of the screen; each has its own key bindings.
package enum InputContext: String, CaseIterable, Sendable, Hashable {
  case list
  case trash
  /// The list of sources.
  case sources
  case reader
  case help
  /// A line of input; characters without a binding are inserted.
  case prompt
  /// A menu; the keys of its items override bindings.
  case menu
  /// A confirmation; a key without a binding means no.
  case confirm
}
