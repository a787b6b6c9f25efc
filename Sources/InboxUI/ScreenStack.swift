import InboxCore

/// The screens on top of each other, each with its state.
struct ScreenStack: Sendable {
  /// What the screens show, from the bottom; the first one is the list.
  var screens: [Screen] = [.list]
  /// The lists among the screens, in their order; the first is the inbox's own.
  var lists: [ListState] = []
  /// The readers among the screens, in their order.
  var readers: [ReaderState] = []
  /// Help, while it is among the screens.
  var help: HelpState?
  /// How the lists were grouped by a key or a line, until the setting changes.
  var grouping = GroupChoice()
  /// Where the cursor was before jumps, and the bookmarks.
  var jumps = JumpList()
  /// The messages of a count or a chain, to which the present command applies; nil for none.
  var boundTargets: [ActionTarget]?

  /// The screen on top.
  var top: Screen { screens.last ?? .list }

  /// The list on top, or the one below what lies over it.
  var list: ListState {
    get { lists[lists.count - 1] }
    _modify { yield &lists[lists.count - 1] }
  }

  /// The reader on top, or the one below what lies over it; nil without one.
  var reader: ReaderState? {
    get { readers.last }
    set {
      _ = readers.popLast()
      if let newValue { readers.append(newValue) }
    }
  }

  /// Whether a message is in the reader on top, or among the visible rows of the list.
  func isInSight(_ number: MessageNumber, in layout: ListLayout) -> Bool {
    switch top {
    case .reader: reader?.number == number
    case .list, .trash, .thread: list.isInSight(number, in: layout)
    case .help: false
    }
  }

  /// Puts a list on top.
  mutating func push(_ list: ListState, as screen: Screen) {
    lists.append(list)
    screens.append(screen)
  }

  /// Puts a reader on top.
  mutating func push(_ reader: ReaderState) {
    readers.append(reader)
    screens.append(.reader)
  }

  /// Puts help on top.
  mutating func push(_ help: HelpState) {
    self.help = help
    screens.append(.help)
  }

  /// Removes the screen on top with its state; nil where only the first list is left.
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

  /// Removes the reader on top, which may lie below help; false where there is none.
  mutating func removeReader() -> Bool {
    guard let place = screens.lastIndex(of: .reader) else { return false }
    screens.remove(at: place)
    readers.removeLast()
    return true
  }

  /// The screen that help lies on, or the one on top.
  var topBelowHelp: Screen { screens.last { $0 != .help } ?? .list }

  /// The list that the bar on top shows: a reader may show a message of no list, or of another thread.
  var listInBar: ListState { lists[placeInBar] }

  /// The place of that list among the lists; 0 is the inbox's own.
  var placeInBar: Int {
    guard let thread = list.thread, top == .reader, let message = reader?.message,
      message.thread != thread
    else { return lists.count - 1 }
    return lists.lastIndex { $0.thread == message.thread } ?? 0
  }
}
