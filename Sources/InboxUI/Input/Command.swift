/// A command of the screen, by the group whose part of the screen performs it.
///
/// Its summary, its contexts and its default keys are a row of `CommandInfo.table`.
package enum Command: Sendable, Hashable {
  /// Moves the cursor or scrolls; changes nothing.
  case moving(Motion)
  /// Goes to the next or previous message of a kind.
  case stepping(Step)
  /// Shows a message or leaves a screen.
  case reading(Reading)
  /// Changes how the reader shows a message.
  case viewing(Viewing)
  /// Changes messages.
  case acting(Acting)
  /// Places or scrolls the preview.
  case previewing(Previewing)
  /// Filters, sorts or searches the list.
  case finding(Finding)
  /// Shows a tab.
  case tabbing(Tab)
  /// Concerns the program rather than its messages.
  case screen(General)
  /// Edits or answers in prompts, menus and questions; not available on the `:` line.
  case typing(Typing)

  /// Motions of the cursor and of the scroll.
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

  /// Steps from message to message, and to those at places of the screen.
  package enum Step: String, CaseIterable, Sendable {
    case nextUnread = "next-unread"
    case previousUnread = "previous-unread"
    case nextMessage = "next-message"
    case previousMessage = "previous-message"
    case screenTop = "screen-top"
    case screenMiddle = "screen-middle"
    case screenBottom = "screen-bottom"
  }

  /// Ways to a message and back.
  package enum Reading: String, CaseIterable, Sendable {
    case view
    case open
    case readPage = "read-page"
    case goToAlert = "go-to-alert"
    case close
    case back
    case quit
  }

  /// Commands to the preview beside the list.
  package enum Previewing: String, CaseIterable, Sendable {
    case preview
    case previewLarger = "preview-larger"
    case previewSmaller = "preview-smaller"
    case previewDown = "preview-down"
    case previewUp = "preview-up"
    case previewPageDown = "preview-page-down"
    case previewPageUp = "preview-page-up"
  }

  /// Ways to look at a message.
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

  /// Searches, filters, orders and other lists.
  package enum Finding: String, CaseIterable, Sendable {
    case search
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case cycleFilter = "cycle-filter"
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
    case inboxes
    case narrow
    case jumpBack = "jump-back"
    case jumpForward = "jump-forward"
    case setBookmark = "set-bookmark"
    case goToBookmark = "go-to-bookmark"
    case follow
    case goToMessage = "go-to-message"
  }

  /// The tabs, by their places.
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

    /// The tabs that have a key of their own, in their order.
    static let numbered = Array(allCases.dropFirst(2))

    /// Index of the tab; nil for a step.
    var index: Int? { Self.numbered.firstIndex(of: self) }
  }

  /// Commands to the program itself.
  package enum General: String, CaseIterable, Sendable {
    case refresh
    case toggleDoNotDisturb = "toggle-do-not-disturb"
    case redraw
    case reload
    case help
    case commandLine = "command-line"
    case interrupt
  }

  /// Keys while a line is typed, a choice made or a question answered.
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
  /// Every command, group by group.
  package static let allCases: [Command] =
    Motion.allCases.map(Command.moving) + Step.allCases.map(Command.stepping)
    + Reading.allCases.map(Command.reading) + Viewing.allCases.map(Command.viewing)
    + Previewing.allCases.map(Command.previewing)
    + Acting.allCases.map(Command.acting) + Finding.allCases.map(Command.finding)
    + Tab.allCases.map(Command.tabbing)
    + General.allCases.map(Command.screen) + Typing.allCases.map(Command.typing)

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The command of a name in the configuration; nil when no command has it.
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

  /// The heading under which help shows the command.
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

/// The part of the screen that has the focus; each has its own key bindings.
package enum InputContext: String, CaseIterable, Sendable, Hashable {
  /// The list of messages.
  case list
  /// The list of deleted messages.
  case trash
  /// One whole message.
  case reader
  /// The list of keys.
  case help
  /// A line of input; characters without a binding are typed into it.
  case prompt
  /// A menu; the keys of its items go before all bindings.
  case menu
  /// A confirmation; every key without a binding means no.
  case confirm
}
