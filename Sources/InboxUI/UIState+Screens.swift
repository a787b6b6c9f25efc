import Foundation
import InboxCore

/// Navigation between the screens that lie on top of each other.
extension UIState {
  /// Goes back by one thing: the banner and the marks, the search, the filter, then the screen
  /// above the list.
  mutating func back() -> [Effect] {
    alerts.dropBanner()
    if screen == .help, help?.search.isEmpty == false {
      help?.narrow(to: "")
      return []
    }
    guard screen.isList else { return leave() }
    if list.clear() { return [] }
    let whole = screen == .trash ? MessageFilter.trash : .all
    if list.ownFilter != whole { return showAll(whole) }
    return screens.count > 1 || hostOptions != nil ? leave() : []
  }

  /// Leaves the screen on top; leaving the last one ends the program.
  mutating func leave() -> [Effect] {
    let areas = areas
    guard let left = stack.pop() else { return [.host(.quit)] }
    interaction.dropPendingKeys()
    resumePrompt()
    switch left {
    case .list, .help: return []
    case .reader:
      reader?.layOut(in: areas)
      return screen == .reader ? stack.reloadReader() : []
    case .trash, .thread:
      reader?.layOut(in: areas)
      return stack.reread(in: listLayout)
    }
  }

  /// Lists the keys of the screen; pressed again those of all places, then none.
  mutating func toggleHelp() -> [Effect] {
    guard screen == .help else {
      stack.push(HelpState())
      interaction.dropPendingKeys()
      return []
    }
    return help?.widen() == true ? [] : leave()
  }
}

// MARK: - Lists

extension UIState {
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

  /// Shows which filter the list has.
  mutating func showFilterStatus(at now: Date) {
    let content = list.filterStatus(keymap)
    statusLine.showFilter(content, at: now)
  }

  /// Shows what a filter has hidden; the cursor stays on its message.
  mutating func showAll(_ filter: MessageFilter) -> [Effect] {
    let selected = list.selected
    list = list.replacingFilter(filter)
    return selected.map { list.jump(.ifListed($0), in: listLayout) } ?? start()
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
  mutating func toggleTrash() -> [Effect] {
    if screen == .trash { return leave() }
    if list.isTrash { return show(list.replacingFilter(MessageFilter.all)) }
    let query = grouped(MessageQuery(filter: .trash, order: main.query.order))
    show(ListState(query: query, filterText: MessageFilter.trash.text), as: .trash)
    return start()
  }

  /// Shows the thread of the message that is looked at, or leaves it.
  mutating func toggleThread(at now: Date) -> [Effect] {
    if let group = stack.targetGroup, !group.isThread {
      return take(stack.refuseGroup(partContext(at: now)), at: now)
    }
    let row = stack.currentRow
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

// MARK: - Tabs

extension UIState {
  /// Shows a tab by its number, or the one beside the present one.
  mutating func show(_ command: Command.Tab, at now: Date) -> [Effect] {
    // The filters of tabs depend on the day: what is shown may be none of them tomorrow.
    let before = listCounts.tabs.place(of: stack.listInBar)
    listCounts.tabs.read(barTabs ?? preferences.filterPresets, at: now, in: zone)
    let shown = before ?? listCounts.tabs.place(of: stack.listInBar)
    if let index = listCounts.tabs.target(of: command, from: shown) {
      return show(listCounts.tabs.tabs[index], at: now)
    }
    if command.index != nil { showStatus(.tabCount(listCounts.tabs.tabs.count), at: now) }
    return []
  }

  /// Shows the next tab of the configuration; without one, the next of the filters of one key.
  mutating func cycleFilter(at now: Date) -> [Effect] {
    guard preferences.tabs.isEmpty, barTabs != nil else { return show(.next, at: now) }
    var presets = TabState()
    presets.read(preferences.filterPresets, at: now, in: zone)
    let index = presets.target(of: .next, from: presets.place(of: stack.listInBar))
    return index.map { show(presets.tabs[$0], isPreset: true, at: now) } ?? []
  }

  /// How many tabs a digit shows at once: those in sight.
  var tabsAtOnce: Int {
    screen == .list && barTabs != nil ? listCounts.tabs.tabs.count : 0
  }

  /// Shows the list again that a digit has left for a tab, as the key makes a count of the digit.
  mutating func returnFromTab(for key: Key, at now: Date) -> [Effect] {
    guard interaction.countsOn(key, in: partContext(at: now)),
      let before = interaction.pendingCount?.listBefore
    else { return [] }
    interaction.pendingCount?.listBefore = nil
    guard before.query != list.query else { return [] }
    list = before
    return list.reread(in: listLayout)
  }

  /// Shows the tab at a place of the bar, which also stands above a reader.
  mutating func showTab(at index: Int, at now: Date) -> [Effect] {
    listCounts.tabs.read(barTabs ?? [], at: now, in: zone)
    guard listCounts.tabs.areShown(in: self), listCounts.tabs.tabs.indices.contains(index) else {
      return []
    }
    var effects: [Effect] = []
    while screens.count > 1 { effects += leave() }
    return effects + show(listCounts.tabs.tabs[index], at: now)
  }

  /// Shows a tab: of a thread what matches, of the inbox in place of the trash.
  private mutating func show(
    _ tab: TabState.Tab, isPreset: Bool = false, at now: Date
  ) -> [Effect] {
    if !isPreset { listCounts.tabs.chosen = tab.tab }
    if screen == .trash, screens.count > 1 { _ = leave() }
    let effects = show(list.replacingFilter(tab.filter, text: tab.tab.filter))
    if isPreset || barTabs == nil {
      showFilterStatus(at: now)
    } else {
      showStatus(.tab(tab.tab.label), at: now)
    }
    return effects
  }
}

// MARK: - Inboxes

extension UIState {
  /// Begins anew on another inbox, without anything that was shown or requested of the one before.
  ///
  /// The input that waits was typed for the new inbox, and acts on it.
  mutating func switchInbox(to name: String, at now: Date) -> [Effect] {
    let alert = session.awaitedAlert.flatMap { $0.inbox == name ? $0.number : nil }
    var environment = environment
    environment.inboxName = name
    var next = UIState(environment, query: MessageQuery(order: main.query.order))
    next.prompting.history = prompting.history
    next.alerts = AlertState(continuing: alerts)
    next.session.inboxNames = session.inboxNames
    // Those beside the new inbox may have been counted already.
    next.session.countedInboxes = session.countedInboxes
    next.interaction.typeAhead = interaction.typeAhead
    self = next
    return start() + (alert.map { go(to: .message($0), from: .alert, at: now) } ?? [])
  }
}

// MARK: - Lines over the screens, and jumps to a message

extension UIState {
  /// Ends the search for a title, where one was until then.
  mutating func endTitleSearch() {
    if prompt?.purpose == .title { prompt = nil }
    prompting.titles = nil
  }

  /// Closes the line.
  mutating func closePrompt() -> [Effect] {
    prompt = nil
    return []
  }

  /// Opens a line that was being typed again when its screen is on top.
  mutating func resumePrompt() {
    if let held = prompting.held.resume(depth: screens.count) { prompt = held }
  }

  /// Puts the cursor on a message; one that the list lacks is opened.
  mutating func goTo(_ number: MessageNumber, at now: Date) -> [Effect] {
    endTitleSearch()
    return take(stack.goTo(number, in: listLayout, partContext(at: now)), at: now)
  }

  /// Shows a message that a jump did not find in the list.
  mutating func showUnlisted(_ number: MessageNumber, at now: Date) -> [Effect] {
    guard screen.isList else { return [] }
    let context = partContext(at: now)
    let seen = list.isTrash ? [] : stack.record(.numbers([number]), of: [], context)
    return seen + openReader(number)
  }
}

// MARK: - Alerts and links

extension UIState {
  /// Shows the message that alerted last.
  mutating func goToAlert(at now: Date) -> [Effect] {
    if let alert = alerts.shownElsewhere {
      alerts.dropBanner()
      session.awaitedAlert = alert
      return take(session.requestInbox(alert.inbox, in: environment), at: now)
    }
    guard let number = alerts.shown ?? alerts.latest else {
      showStatus(.noNewAlerts, at: now)
      return []
    }
    return goToAlert(number, at: now)
  }

  /// Shows a message that has alerted.
  mutating func goToAlert(_ number: MessageNumber, at now: Date) -> [Effect] {
    alerts.dropBanner()
    return go(to: .message(number), from: .alert, at: now)
  }
}

extension UIState {
  /// Goes where a link from outside leads; what was typed for the screen before is dropped.
  mutating func follow(_ link: DeepLink, at now: Date) -> [Effect] {
    list.stopWaiting()
    let effects = go(to: link, from: .deepLink, at: now)
    dropTypeAhead(at: now)
    return effects
  }

  /// Goes where a link or an alert leads; what was on the screen lies below and comes back.
  mutating func go(
    to link: DeepLink, from origin: ReaderState.Origin, at now: Date
  ) -> [Effect] {
    (menu, confirmation, overlays.uncounted) = (nil, nil, nil)
    endTitleSearch()
    if let prompt {
      prompting.held.hold(prompt, depth: screens.count)
      self.prompt = nil
      prompting.end()
    }
    switch link {
    case .message(let number):
      // A link comes from outside: what is read stays below, unless a link had led there as well.
      let covers = origin == .deepLink && reader?.hasOrigin == false
      let effects = covers ? openReader(number) : showReader(number)
      reader?.begin(from: origin)
      return effects
    case .thread(let name): return goToThread(name)
    }
  }
}

// MARK: - The reader

extension UIState {
  /// Shows the message under the cursor and marks it read.
  mutating func view(at now: Date) -> [Effect] {
    take(stack.view(partContext(at: now)), at: now)
  }

  /// Shows a message in the reader that is open, else in a new one.
  mutating func showReader(_ number: MessageNumber) -> [Effect] {
    guard screen == .reader else { return openReader(number) }
    // Keys of a sequence that were meant for the message before.
    interaction.dropPendingKeys()
    reader = ReaderState(number: number, replacing: reader)
    return [.fetch([number], .reader)]
  }

  /// Shows a message in a reader of its own, on top of the present screen.
  mutating func openReader(_ number: MessageNumber) -> [Effect] {
    stack.push(ReaderState(number: number))
    interaction.dropPendingKeys()
    return [.fetch([number], .reader)]
  }

  /// Asks for the rest of a long text.
  mutating func renderReader() -> [Effect] {
    reader?.takeRendering().map { [.render($0)] } ?? []
  }

  /// Takes the lines of a long text in.
  mutating func receive(_ content: ReaderContent, of rendering: ReaderRendering) {
    let areas = areas
    reader?.receive(content, of: rendering, in: areas)
  }

  /// Closes a reader whose message cannot be read.
  mutating func failFetch(_ request: FetchMessages) {
    guard request.purpose == .reader, request.numbers == reader.map({ [$0.number] }),
      reader?.message == nil
    else { return }
    _ = closeReader()
  }

  /// Closes the reader, which may lie below another screen.
  mutating func closeReader() -> [Effect] {
    guard stack.removeReader() else { return [] }
    interaction.dropPendingKeys()
    resumePrompt()
    return []
  }
}
