/// A command of the screen, grouped by the part that performs it.
///
/// Its summary, contexts and default keys are a row of `CommandInfo.table`.
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
    case moveDown = "move-down"
    case moveUp = "move-up"
    case pageDown = "page-down"
    case pageUp = "page-up"
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case top
    case bottom
  }

  /// Steps between messages, and to positions on the screen.
  package enum Step: String, CaseIterable, Sendable {
    case nextUnread = "next-unread"
    case previousUnread = "previous-unread"
    case nextMessage = "next-message"
    case previousMessage = "previous-message"
    case nextLate = "next-late"
    case screenTop = "screen-top"
    case screenMiddle = "screen-middle"
    case screenBottom = "screen-bottom"
  }

  /// Commands that open messages and close screens.
  package enum Reading: String, CaseIterable, Sendable {
    case view
    case open
    case readPage = "read-page"
    case goToAlert = "go-to-alert"
    case close
    case back
    case quit
  }

  /// Commands of the preview beside the list.
  package enum Previewing: String, CaseIterable, Sendable {
    case preview
    case previewLarger = "preview-larger"
    case previewSmaller = "preview-smaller"
    case previewDown = "preview-down"
    case previewUp = "preview-up"
    case previewPageDown = "preview-page-down"
    case previewPageUp = "preview-page-up"
  }

  /// Display options of a message.
  package enum Viewing: String, CaseIterable, Sendable {
    case toggleWrap = "toggle-wrap"
    case toggleRaw = "toggle-raw"
    case toggleFields = "toggle-fields"
    case showPicture = "show-picture"
    case scrollLeft = "scroll-left"
    case scrollRight = "scroll-right"
  }

  /// Commands that change messages or use their content.
  package enum Acting: String, CaseIterable, Sendable {
    case toggleRead = "toggle-read"
    case markAllRead = "mark-all-read"
    case togglePin = "toggle-pin"
    case snooze
    case done
    case doneAll = "done-all"
    case delete
    case deleteAll = "delete-all"
    case restore
    case purge
    case purgeAll = "purge-all"
    case undo
    case redo
    case undoList = "undo-list"
    case actions
    case copy
    case copyLink = "copy-link"
    case pipe
    case save
    case mark
    case markRange = "mark-range"
  }

  /// Searches, filters, orders, groups and other lists.
  package enum Finding: String, CaseIterable, Sendable {
    case search
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case filter
    case sort
    case groupBySource = "group-by-source"
    case groupByThread = "group-by-thread"
    case groupByPriority = "group-by-priority"
    case groupByDay = "group-by-day"
    case ungroup
    case toggleFold = "toggle-fold"
    case fold
    case unfold
    case foldAll = "fold-all"
    case unfoldAll = "unfold-all"
    case thread
    case trash
    case showDone = "show-done"
    case inboxes
    case narrow
    case always
    case catchUp = "catch-up"
    case jumpBack = "jump-back"
    case jumpForward = "jump-forward"
    case setBookmark = "set-bookmark"
    case goToBookmark = "go-to-bookmark"
    case follow
    case sources
    case messages
    case goToMessage = "go-to-message"
  }

  /// The tabs by position.
  package enum Tab: String, CaseIterable, Sendable {
    case next = "next-tab"
    case previous = "previous-tab"
    case tab1 = "tab-1"
    case tab2 = "tab-2"
    case tab3 = "tab-3"
    case tab4 = "tab-4"
    case tab5 = "tab-5"
    case tab6 = "tab-6"
    case tab7 = "tab-7"
    case tab8 = "tab-8"
    case tab9 = "tab-9"

    /// The tabs with a digit key, in order.
    static let numbered = Array(allCases.dropFirst(2))

    /// The tab's index; nil for next and previous.
    var index: Int? { Self.numbered.firstIndex(of: self) }
  }

  /// Commands of the program.
  package enum General: String, CaseIterable, Sendable {
    case refresh
    case toggleDoNotDisturb = "toggle-do-not-disturb"
    case redraw
    case reload
    case keepLook = "keep-look"
    case help
    case commandLine = "command-line"
    case interrupt
  }

  /// Editing keys of prompts, and keys that answer menus and questions.
  package enum Typing: String, CaseIterable, Sendable {
    case accept
    case cancel
    case deleteBackward = "delete-backward"
    case deleteForward = "delete-forward"
    case deleteWord = "delete-word"
    case deleteLine = "delete-line"
    case deleteNextWord = "delete-next-word"
    case deleteRest = "delete-rest"
    case cursorLeft = "cursor-left"
    case cursorRight = "cursor-right"
    case previousWord = "previous-word"
    case nextWord = "next-word"
    case cursorStart = "cursor-start"
    case cursorEnd = "cursor-end"
    case complete
    case completeBack = "complete-back"
    case earlierLine = "earlier-line"
    case laterLine = "later-line"
    case nextTyped = "next-typed-match"
    case previousTyped = "previous-typed-match"
    case yes
    case no
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

  /// The name in the configuration and on the `:` line.
  package var name: String {
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
