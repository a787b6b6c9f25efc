import InboxCore
import InboxText

/// Navigation on the stack of screens.
extension UIState {
  /// Goes back one step: clears the search of help, or a list's marks, search or filter, else
  /// closes the screen, except the program's main list; the banner is always dropped.
  mutating func back() {
    alerts.dropBanner()
    if screen == .help, stack.help?.search.isEmpty == false {
      stack.help?.narrow(to: "")
      return
    }
    guard screen.isList else { return leave() }
    if list.clear() { return }
    let whole = screen == .trash ? MessageFilter.trash : .all
    if list.ownFilter != whole {
      showAll(whole)
    } else if stack.screens.count > 1 || hostOptions != nil {
      leave()
    }
  }

  /// Whether Esc has something to clear or to leave, before it ends the tour.
  var goesBack: Bool {
    guard screen == .list, stack.screens.count == 1 else { return true }
    return isOnSources || !list.marks.isEmpty || list.search != nil || list.ownFilter != .all
  }

  /// Closes the screen on top; for the last one, asks the host to quit.
  mutating func leave() {
    let areas = areas
    let seen = stack.readThread(by: preferences)
    guard let left = stack.pop() else { return effects.append(.host(.quit)) }
    interaction.dropPendingKeys()
    resumePrompt()
    switch left {
    case .list, .help: break
    case .reader:
      reader?.layOut(in: areas)
      if screen == .reader { effects += stack.reloadReader() }
    case .trash, .thread:
      reader?.layOut(in: areas)
      effects += seen + stack.reread(in: listLayout)
    }
  }

  /// Closes help and runs the command of its selected row.
  mutating func runSelectedRow() {
    let rows = HelpContent(self).rows
    guard let index = stack.help?.selected, rows.indices.contains(index) else { return }
    leave()
    perform(rows[index].command)
  }

  /// Opens help; pressed again, lists more keys, then closes it.
  mutating func toggleHelp() {
    guard screen == .help else {
      stack.push(HelpState())
      return interaction.dropPendingKeys()
    }
    if stack.help?.widen() != true { leave() }
  }

  // MARK: - Lists

  /// Groups the list; the cursor stays on its message.
  mutating func group(by grouping: ListGrouping) {
    stack.grouping.choose(grouping, over: preferences.group)
    // Day groups need an order by time.
    if grouping == .day, ![.newest, .oldest].contains(list.query.order) { sort(by: .newest) }
    requestRows()
    showStatus(.grouped(grouping))
    layOutAgain()
  }

  /// Lists what came since the last visit or in quiet hours and is unread, as folded groups by source.
  mutating func catchUp() {
    guard let visit = session.lastVisit, visit.newCount > 0 else { return showStatus(.noNews) }
    let news = MessageFilter([.init(.status(.unread)), .init(.after(.at(visit.date)))])
    var folded = MessageGrouping(.source)
    folded.setAllFolded(true)
    stack.grouping.bySource = news
    show(list.replacingFilter(news))
    effects += list.regroup(folded, in: listLayout)
  }

  /// Sorts the list, from the top.
  mutating func sort(by order: MessageOrder) {
    guard order != list.query.order else { return }
    var query = list.query
    query.order = order
    showStatus(.sorted(order))
    show(list.replacingQuery(query, text: list.filterText))
  }

  /// The filter of the list on top, with what it matches.
  var filterStatus: StatusText { list.filterStatus(keymap, at: now, in: zone) }

  /// Shows the filter in the status line.
  mutating func showFilterStatus() {
    statusLine.showFilter(filterStatus, at: now)
  }

  /// Replaces the filter by a wider one; the cursor stays on its message.
  private mutating func showAll(_ filter: MessageFilter) {
    let selected = list.selected
    list = list.replacingFilter(filter)
    effects += selected.map { list.jump(.ifListed($0), in: listLayout) } ?? start()
  }

  /// Replaces the list on top.
  mutating func show(_ next: ListState) {
    list = next
    list.arrange(like: grouped(next.query, in: next))
    effects += start()
  }

  /// Pushes a list.
  private mutating func show(_ list: ListState, as screen: Screen) {
    stack.push(list, as: screen)
    interaction.dropPendingKeys()
  }

  /// Opens or closes the trash, in the order of the main list.
  mutating func toggleTrash() {
    if screen == .trash { return leave() }
    if list.isTrash { return show(list.replacingFilter(MessageFilter.all)) }
    let query = grouped(MessageQuery(filter: .trash, order: main.query.order))
    show(ListState(query: query, filterText: MessageFilter.trash.text), as: .trash)
    effects += start()
  }

  /// Lists what is done, or what was listed before.
  mutating func toggleDone() {
    guard list.ownFilter == .done else {
      stack.filterBeforeDone = list.filterText
      return show(list.replacingFilter(.done))
    }
    let before = stack.filterBeforeDone ?? ""
    let filter = try? MessageFilter(parsing: before, now: now, timeZone: zone)
    show(list.replacingFilter(filter ?? .all, text: before))
  }

  /// Opens the thread of the current message, or closes it.
  mutating func toggleThread() {
    if let group = stack.targetGroup, !group.isThread {
      return take(stack.refuseGroup(partContext))
    }
    let row = stack.currentRow
    guard stack.lists.count == 1 || list.thread == nil || row?.thread != list.thread else {
      return leave()
    }
    guard let row else {
      if screen == .thread { return leave() }
      return showStatus(.listEmpty)
    }
    guard let thread = row.thread else { return showStatus(.noThread) }
    showThread(thread, from: list.status(of: row) == .deleted ? nil : row.number)
  }

  /// Unfolds the group under the cursor, or opens the collapsed thread or the message there.
  mutating func view() {
    if screen.isList, let group = list.foldedGroup, let number = list.selected {
      effects += list.unfold(group, landing: .visible(number), in: listLayout)
    } else if screen.isList, let row = list.selectedRow, let thread = row.collapsedThread {
      let unread = row.status == .unread ? list.filter(of: .thread(thread), for: .read) : nil
      let isWhole = row.threadSummary?.spansSources == false
      showThread(thread, from: row.number, matching: isWhole ? .all : .init(exactly: row.source))
      list.readWhenLeft = unread
    } else {
      take(stack.view(partContext))
    }
  }

  /// Pushes a thread, oldest first, with the cursor on a message or the newest.
  mutating func showThread(
    _ thread: String, from number: MessageNumber? = nil, matching filter: MessageFilter = .all
  ) {
    show(ListState(thread: thread, from: number, matching: filter), as: .thread)
    effects.append(list.read(number.map(MessageWindow.Anchor.around) ?? .bottom, in: listLayout))
  }

  /// Goes to a thread, at a message or the newest; an open one is reused.
  mutating func goToThread(_ name: String, at number: MessageNumber? = nil) {
    guard stack.lists.count > 1, list.thread == name, stack.screens.last(where: \.isList) == .thread
    else {
      return showThread(name, from: number)
    }
    while screen != .thread {
      // Drop the prompts of the screens in between.
      overlays.prompt = nil
      prompting.end()
      leave()
    }
    if let number, let index = list.index(of: number) {
      effects += list.select(index, in: listLayout)
    } else {
      effects += list.jump(.bottom, in: listLayout)
    }
  }

  // MARK: - Tabs

  /// Shows a tab by its number, or the next or previous one.
  mutating func show(_ command: Command.Tab) {
    // Tab filters depend on the date: look up the shown tab before they are parsed anew.
    let before = listCounts.tabs.place(of: stack.listInBar)
    listCounts.tabs.read(barTabs ?? [], at: now, in: zone)
    let shown = before ?? listCounts.tabs.place(of: stack.listInBar)
    if let index = listCounts.tabs.target(of: command, from: shown) {
      show(listCounts.tabs.tabs[index])
    } else {
      showStatus(.tabCount(listCounts.tabs.tabs.count))
    }
  }

  /// Shows the tab at a position of the bar, closing the screens above the list.
  mutating func showTab(at index: Int) {
    listCounts.tabs.read(barTabs ?? [], at: now, in: zone)
    guard listCounts.tabs.areShown(in: self), listCounts.tabs.tabs.indices.contains(index) else {
      return
    }
    while stack.screens.count > 1 { leave() }
    show(listCounts.tabs.tabs[index])
  }

  /// Filters the inbox's own list, closing the trash or thread above it.
  mutating func showFilter(_ filter: MessageFilter) {
    leaveOverList()
    if list.ownFilter != filter { show(list.replacingFilter(filter)) }
  }

  /// Leaves the trash or thread on top, whose bar has no tabs.
  private mutating func leaveOverList() {
    while [.trash, .thread].contains(screen), stack.screens.count > 1 { leave() }
  }

  /// Shows a tab: closes the trash or thread on top, then filters the list.
  private mutating func show(_ tab: TabState.Tab) {
    listCounts.tabs.chosen = tab.tab
    leaveOverList()
    show(list.replacingFilter(tab.filter, text: tab.tab.filter))
    showStatus(.tab(tab.tab.label))
  }

  // MARK: - Lines over the screens, and jumps to a message

  /// Ends a title search and closes its prompt.
  mutating func endTitleSearch() {
    if overlays.prompt?.purpose == .title { overlays.prompt = nil }
    prompting.titles = nil
  }

  /// Resumes a suspended prompt when its screen is on top; those of closed screens are dropped.
  mutating func resumePrompt() {
    let depth = stack.screens.count
    prompting.held.removeAll { $0.depth > depth }
    guard prompting.held.last?.depth == depth else { return }
    overlays.prompt = prompting.held.removeLast().prompt
  }

  /// Moves the cursor to a message; one that the list lacks is opened.
  mutating func goTo(_ number: MessageNumber) {
    endTitleSearch()
    take(stack.goTo(number, in: partContext))
  }

  /// Opens a message that a jump did not find in the list.
  mutating func showUnlisted(_ number: MessageNumber) {
    guard screen.isList else { return }
    if !list.isTrash { effects += stack.record(.numbers([number]), of: [], partContext) }
    openReader(number)
  }

  // MARK: - Alerts and links

  /// Goes to the latest alert, in another inbox if it is there.
  mutating func goToAlert() {
    if let alert = alerts.shownElsewhere {
      alerts.dropBanner()
      session.awaitedAlert = alert
      return take(session.requestInbox(alert.inbox, in: environment))
    }
    guard let number = alerts.shown ?? alerts.latest else { return showStatus(.noNewAlerts) }
    goToAlert(number)
  }

  /// Goes to a message that alerted.
  mutating func goToAlert(_ number: MessageNumber) {
    alerts.dropBanner()
    go(to: .message(number), from: .alert)
  }

  /// Goes to a deep link; type-ahead for the previous screen is dropped.
  mutating func follow(_ link: DeepLink) {
    _ = list.wait.giveUp()
    go(to: link, from: .deepLink)
    dropTypeAhead()
  }

  /// Goes to a deep link or an alert; a prompt is suspended, and the screens stay below.
  mutating func go(to link: DeepLink, from origin: ReaderState.Origin) {
    (menu, overlays.question, overlays.uncounted) = (nil, nil, nil)
    endTitleSearch()
    if let prompt = overlays.prompt {
      prompting.held.append((prompt, stack.screens.count))
      overlays.prompt = nil
      prompting.end()
    }
    switch link {
    case .message(let number):
      // A deep link covers the reader, unless it was itself opened by a link or an alert.
      let covers = origin == .deepLink && reader?.hasOrigin == false
      if covers { openReader(number) } else { showReader(number) }
      reader?.begin(from: origin)
    case .thread(let name): goToThread(name)
    }
  }

  // MARK: - The reader

  /// Shows a message in the reader on top, else in a new one.
  mutating func showReader(_ number: MessageNumber) {
    guard screen == .reader else { return openReader(number) }
    // The pending keys were for the previous message.
    interaction.dropPendingKeys()
    reader = ReaderState(number: number, replacing: reader)
    effects.append(.fetch([number], .reader))
  }

  /// Pushes a reader for a message.
  private mutating func openReader(_ number: MessageNumber) {
    stack.push(ReaderState(number: number, opening: preview.showsFields))
    interaction.dropPendingKeys()
    effects.append(.fetch([number], .reader))
  }

  /// Closes the topmost reader, even below another screen.
  mutating func closeReader() {
    guard stack.removeReader() else { return }
    interaction.dropPendingKeys()
    resumePrompt()
  }
}
