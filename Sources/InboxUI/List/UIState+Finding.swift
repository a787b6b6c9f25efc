import Foundation
import InboxCore

extension UIState {
  /// Searches, filters or sorts, or shows another list.
  mutating func find(_ command: Command.Finding, at now: Date) -> [Effect] {
    switch command {
    case .search:
      guard screen != .help else { return take(help?.beginSearch() ?? Reply(), at: now) }
      return take(prompting.beginSearch(in: screen.isList ? list : nil), at: now)
    case .nextMatch: return seekMatch(.forward, at: now)
    case .previousMatch: return seekMatch(.backward, at: now)
    case .cycleFilter: return show(.next, at: now)
    case .filter: return take(prompting.beginFilter(of: list), at: now)
    case .sort: menu = .orders(ticking: list.query.order)
    case .thread:
      if let targetGroup, !targetGroup.isThread { return refuse(at: now) }
      return toggleThread(at: now)
    case .trash: return toggleTrash()
    case .inboxes: return take(session.requestInboxes(in: environment), at: now)
    case .narrow: return offerNarrowing(at: now)
    case .jumpBack: return take(stack.jump(.backward, in: listLayout), at: now)
    case .jumpForward: return take(stack.jump(.forward, in: listLayout), at: now)
    case .follow: return take(list.toggleFollowing(in: listLayout), at: now)
    case .goToMessage: return take(prompting.beginTitles(inTrash: list.isTrash), at: now)
    // Their letter comes with the next key.
    case .setBookmark, .goToBookmark: interaction.bookmarkOperation = command
    case .groupBySource: return group(by: .source, at: now)
    case .groupByThread: return group(by: .thread, at: now)
    case .groupByPriority: return group(by: .priority, at: now)
    case .groupByDay: return group(by: .day, at: now)
    case .ungroup: return group(by: .none, at: now)
    case .toggleFold, .fold, .unfold, .foldAll, .unfoldAll:
      let (isOrdering, context) = (grouping.isOrdering, partContext(at: now))
      return take(list.fold(command, isOrdering: isOrdering, in: listLayout, context), at: now)
    }
    return []
  }

  private mutating func seekMatch(_ direction: SearchDirection, at now: Date) -> [Effect] {
    guard screen == .reader else { return seek(.match(direction), at: now) }
    let areas = areas
    let last = prompting.history.lines(of: .search).last
    let status = reader?.step(by: direction == .forward ? 1 : -1, of: last, in: areas)
    if let status { showStatus(status, at: now) }
    return []
  }

  /// Searches what is on the screen; an empty text repeats the last search.
  mutating func search(for text: String, at now: Date) -> [Effect] {
    guard let text = text.isEmpty ? prompting.history.lines(of: .search).last : text else {
      showStatus(.noPreviousSearch, at: now)
      return []
    }
    prompting.history.remember(PromptState(.search, text: text))
    guard screen == .reader else { return list.search(for: text) }
    let areas = areas
    if let status = reader?.search(for: text, in: areas) { showStatus(status, at: now) }
    return []
  }

  /// Shows which filter the list has; the number of messages follows as soon as it is known.
  mutating func showFilterStatus(at now: Date) {
    showStatus(filterStatus, at: now)
    statusLine.filterStatus = status
  }

  /// Puts the number of messages into the status of the filter, while that is shown.
  mutating func updateFilterStatus() {
    guard let shown = statusLine.filterStatus, status == shown else { return }
    let content = filterStatus
    status?.content = content
    statusLine.filterStatus = status
  }

  /// What the list shows, how many they are, and the key that shows all.
  private var filterStatus: StatusText {
    let count = list.isLoaded ? list.total : nil
    guard list.ownFilter != .all else { return .filtered(nil, count: count, key: nil) }
    let keys = keymap.names(of: .reading(.back), in: .list)
    let isPreset = [.unread, .pinned, .trash].contains(list.ownFilter)
    let name = isPreset ? list.filterName.lowercased() : list.filterName
    return .filtered(name, count: count, key: keys.first)
  }

  /// Shows what a filter has hidden; the cursor stays on its message.
  mutating func showAll(_ filter: MessageFilter) -> [Effect] {
    let selected = list.selected
    list = list.replacingFilter(filter)
    return selected.map { list.jump(.ifListed($0), in: listLayout) } ?? start()
  }

  /// Groups the list; the cursor stays on its message.
  mutating func group(by grouping: ListGrouping, at now: Date) -> [Effect] {
    stack.grouping.choose(grouping, over: preferences.group)
    // Days need an order by time.
    let isByTime = [.newest, .oldest].contains(list.query.order)
    var effects = grouping == .day && !isByTime ? sort(by: .newest, at: now) : []
    effects += requestRows()
    let isSearch = list.query.filter.isTextSearch
    showStatus(isSearch ? .searchNotGrouped : .grouped(grouping), at: now)
    return effects + layOutAgain()
  }

  /// Shows the same messages in another order, from the top.
  mutating func sort(by order: MessageOrder, at now: Date) -> [Effect] {
    guard order != list.query.order else { return [] }
    var query = list.query
    query.order = order
    showStatus(.sorted(order), at: now)
    return show(list.replacingQuery(query, text: list.filterText))
  }

  /// Shows another list in place of the one on top.
  mutating func show(_ next: ListState) -> [Effect] {
    list = next
    list.setGrouping(grouped(next.query, in: next).grouping)
    return start()
  }

  /// Puts a list on top of the present screen.
  private mutating func show(_ list: ListState, as screen: Screen) {
    stack.push(list, as: screen)
    interaction.dropPendingKeys()
  }

  /// Opens the trash in the order of the list, in which the filter presets show it too.
  private mutating func toggleTrash() -> [Effect] {
    if screen == .trash { return leave() }
    if list.isTrash { return show(list.replacingFilter(MessageFilter.all)) }
    let query = grouped(MessageQuery(filter: .trash, order: main.query.order))
    show(ListState(query: query, filterText: MessageFilter.trash.text), as: .trash)
    return start()
  }
}

extension UIState {
  /// Goes to the next row of a kind.
  mutating func seek(_ kind: SeekKind, count: Int = 1, at now: Date) -> [Effect] {
    follow(list.seek(kind, count: count, in: listLayout), at: now)
  }

  /// Goes to the row that a seek has found.
  mutating func found(_ number: MessageNumber?, by seek: Seek, at now: Date) -> [Effect] {
    guard list.isSeeking(seek) else {
      for place in stack.lists.indices { stack.lists[place].receiveCovered(number, of: seek) }
      return []
    }
    let isMatch = number != nil && list.search?.filter == seek.filter && screen.isList
    let tally: [Effect] = isMatch ? number.map { [.find(.tally(seek, $0))] } ?? [] : []
    return follow(list.receive(number, of: seek, in: listLayout), at: now) + tally
  }

  /// Ends a seek that failed; what was typed for the row that it looked for is dropped.
  mutating func failSeek(_ seek: Seek, at now: Date) {
    if list.isSeeking(seek) { dropTypeAhead(at: now) }
    for place in stack.lists.indices { stack.lists[place].seekFailed(seek) }
  }

  /// Takes the reply of a seek; a reader on top shows the message that the cursor has gone to.
  private mutating func follow(_ reply: Reply, at now: Date) -> [Effect] {
    let effects = take(reply, at: now)
    guard screen == .reader, let number = reply.arrival else { return effects }
    guard list.selected != number else { return effects + view() }
    return effects + record(.numbers([number]), of: []) + showReader(number)
  }
}

extension UIState {
  /// Shows the thread of the message that is looked at, or leaves it.
  private mutating func toggleThread(at now: Date) -> [Effect] {
    let row = currentRow
    guard stack.lists.count == 1 || list.thread == nil || row?.thread != list.thread else {
      return leave()
    }
    guard let row else {
      if screen == .thread { return leave() }
      showStatus(.listEmpty, at: now)
      return []
    }
    guard let thread = row.thread else {
      showStatus(.noThread, at: now)
      return []
    }
    return showThread(thread, from: list.status(of: row) == .deleted ? nil : row.number)
  }

  /// Puts a thread on top, oldest first; the cursor is on a message of it or the newest.
  mutating func showThread(_ thread: String, from number: MessageNumber? = nil) -> [Effect] {
    show(ListState(thread: thread, from: number), as: .thread)
    return [list.read(number.map(MessageWindow.Anchor.around) ?? .bottom, in: listLayout)]
  }

  /// Goes to a thread, at one of its messages or the newest; one that is open is gone back to.
  mutating func goToThread(_ name: String, at number: MessageNumber? = nil) -> [Effect] {
    guard stack.lists.count > 1, list.thread == name, screens.last(where: \.isList) == .thread
    else {
      return showThread(name, from: number)
    }
    var effects: [Effect] = []
    while screen != .thread {
      // A line that was typed on a screen in between goes with it.
      prompt = nil
      prompting.end()
      effects += leave()
    }
    if let number, let index = list.index(of: number) {
      return effects + list.select(index, in: listLayout)
    }
    return effects + list.jump(.bottom, in: listLayout)
  }
}
