import InboxCore

/// The stack of open screens with their states.
struct ScreenStack: Sendable {
  /// The screens from the bottom; the first is the list.
  var screens: [Screen] = [.list]
  /// The states of the list screens, in order; the first is the inbox's own list.
  var lists: [ListState] = []
  /// The states of the readers, in order.
  var readers: [ReaderState] = []
  /// The state of help; nil unless it is open.
  var help: HelpState?
  /// The grouping chosen by a key or `:` line, until the setting changes.
  var grouping = GroupChoice()
  /// The jump list and the bookmarks.
  var jumps = JumpList()
  /// The targets of the current command, if they come from a count or a chain.
  var boundTargets: [ActionTarget]?
  /// The filter that the list of what is done took the place of.
  var filterBeforeDone: String?
  /// From where the last change was requested, and where its key has led; nil until that is known.
  var movedOn: (change: Effect, from: Place, to: Place?)?
  /// What the last key toggled.
  var toggles = ToggleMemory()

  /// The open screens, and the message that keys act on.
  typealias Place = (screens: [Screen], number: MessageNumber?)

  /// The present place.
  var place: Place { (screens, currentNumber) }

  /// The screen on top.
  var top: Screen { screens.last ?? .list }

  /// The topmost list, which other screens may cover.
  var list: ListState {
    get { lists[lists.count - 1] }
    _modify { yield &lists[lists.count - 1] }
  }

  /// The topmost reader, which other screens may cover; nil without one.
  var reader: ReaderState? {
    get { readers.last }
    set {
      _ = readers.popLast()
      if let newValue { readers.append(newValue) }
    }
  }

  /// Whether a message is in the reader on top, or among the visible rows.
  func isInSight(_ number: MessageNumber, in layout: ListLayout) -> Bool {
    switch top {
    case .reader: reader?.number == number
    case .list, .trash, .thread: list.isInSight(number, in: layout)
    case .help: false
    }
  }

  /// Changes the open lists that a condition selects.
  mutating func changeLists(
    where isMeant: (ListState) -> Bool, _ change: (inout ListState) -> Void
  ) {
    for place in lists.indices where isMeant(lists[place]) { change(&lists[place]) }
  }

  /// Pushes a list.
  mutating func push(_ list: ListState, as screen: Screen) {
    lists.append(list)
    screens.append(screen)
  }

  /// Pushes a reader.
  mutating func push(_ reader: ReaderState) {
    readers.append(reader)
    screens.append(.reader)
  }

  /// Pushes help.
  mutating func push(_ help: HelpState) {
    self.help = help
    screens.append(.help)
  }

  /// Pops the screen on top with its state; nil if only the first list is left.
  mutating func pop() -> Screen? {
    guard screens.count > 1, let top = screens.popLast() else { return nil }
    switch top {
    case .list: break
    case .trash, .thread: lists.removeLast()
    case .reader: readers.removeLast()
    case .help: help = nil
    }
    return top
  }

  /// Removes the topmost reader, even below another screen; false if there is none.
  mutating func removeReader() -> Bool {
    guard let place = screens.lastIndex(of: .reader) else { return false }
    screens.remove(at: place)
    readers.removeLast()
    return true
  }

  /// The topmost screen other than help.
  var topBelowHelp: Screen { screens.last { $0 != .help } ?? .list }

  /// The list that the top bar shows; it differs from ``list`` while the reader shows a message of
  /// another thread or of none.
  var listInBar: ListState { lists[placeInBar] }

  /// The index of that list; 0 is the inbox's own.
  var placeInBar: Int {
    guard let thread = list.thread, top == .reader, let message = reader?.message,
      message.thread != thread
    else { return lists.count - 1 }
    return lists.lastIndex { $0.thread == message.thread } ?? 0
  }
}

/// A manually chosen grouping, which overrides the setting until the setting changes.
struct GroupChoice: Sendable, Hashable {
  /// The chosen grouping; nil uses the setting.
  private(set) var choice: ListGrouping?
  private var setting: ListGrouping?
  /// The filter whose list is grouped by source for the present.
  var bySource: MessageFilter?

  /// Chooses a grouping until the setting changes.
  mutating func choose(_ grouping: ListGrouping, over setting: ListGrouping) {
    (choice, self.setting, bySource) = (grouping, setting, nil)
  }

  /// Drops the choice if the setting has changed.
  mutating func follow(_ setting: ListGrouping) {
    if choice != nil, setting != self.setting { choice = nil }
  }
}
