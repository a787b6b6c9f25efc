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
      return screen == .reader ? reloadReader() : []
    case .trash, .thread:
      reader?.layOut(in: areas)
      return reread()
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

// MARK: - Tabs

extension UIState {
  /// Shows a tab by its number, or the one beside the present one.
  mutating func show(_ command: Command.Tab, at now: Date) -> [Effect] {
    // The filters of tabs depend on the day: what is shown may be none of them tomorrow.
    let before = listCounts.tabs.place(of: stack.listInBar)
    listCounts.tabs.read(preferences.listTabs, at: now, in: zone)
    let shown = before ?? listCounts.tabs.place(of: stack.listInBar)
    if let index = listCounts.tabs.target(of: command, from: shown) {
      return show(tabAt: index, at: now)
    }
    if command.index != nil { showStatus(.tabCount(listCounts.tabs.tabs.count), at: now) }
    return []
  }

  /// Shows the tab at a place of the bar, which also stands above a reader.
  mutating func showTab(at index: Int, at now: Date) -> [Effect] {
    listCounts.tabs.read(preferences.listTabs, at: now, in: zone)
    guard listCounts.tabs.areShown(in: self), listCounts.tabs.tabs.indices.contains(index) else {
      return []
    }
    var effects: [Effect] = []
    while screens.count > 1 { effects += leave() }
    return effects + show(tabAt: index, at: now)
  }

  /// Shows a tab: of a thread what matches, of the inbox in place of the trash.
  private mutating func show(tabAt index: Int, at now: Date) -> [Effect] {
    let tab = listCounts.tabs.tabs[index]
    listCounts.tabs.chosen = index
    if screen == .trash, screens.count > 1 { _ = leave() }
    let effects = show(list.replacingFilter(tab.filter, text: tab.tab.filter))
    if preferences.tabs.isEmpty {
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

  /// Opens a line that was being typed again when its screen is on top.
  mutating func resumePrompt() {
    if let held = prompting.held.resume(depth: screens.count) { prompt = held }
  }

  /// Puts the cursor on a message; one that the list lacks is shown in the reader.
  mutating func goTo(_ number: MessageNumber) -> [Effect] {
    endTitleSearch()
    stack.jumps.leave(list.selected)
    if screen == .reader {
      let cursor = list.jump(.ifListed(number), in: listLayout)
      return cursor + record(.numbers([number]), of: []) + showReader(number)
    }
    if let index = list.index(of: number), list.foldedGroup(of: list.snapshot.rows[index]) == nil {
      return list.select(index, in: listLayout)
    }
    return list.jump(.listedOrOpened(number), in: listLayout)
  }

  /// Shows a message that a jump did not find in the list.
  mutating func showUnlisted(_ number: MessageNumber) -> [Effect] {
    guard screen.isList else { return [] }
    let seen = list.isTrash ? [] : record(.numbers([number]), of: [])
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

  /// The message of a link or an alert is at hand: that counts, unless it is in the trash.
  mutating func didNavigate(to message: Message, at now: Date) -> [Effect] {
    guard let origin = reader?.takeOrigin() else { return [] }
    let note = Self.note(on: message, at: now)
    if let note { showStatus(note, at: now) }
    guard message.status != .deleted else { return [] }
    if origin == .alert, case .thread(let name) = message.tap {
      dropReader()
      let isListed = note == nil && message.thread == name
      return goToThread(name, at: isListed ? message.number : nil)
        + recordOpening(of: message.number)
    }
    return moveCursor(to: message.number) + recordVisit(of: message.number, from: origin)
  }

  private mutating func recordVisit(
    of number: MessageNumber, from origin: ReaderState.Origin
  ) -> [Effect] {
    let row = list.index(of: number).map { list.snapshot.rows[$0] }
    switch origin {
    case .deepLink: return record(.numbers([number]), of: row.map { [$0] } ?? [])
    case .alert:
      // Shown in the reader it is viewed as well.
      return recordOpening(of: number) + [.perform(.peek, .numbers([number]))]
    }
  }

  /// Counts that an alert was opened, which marks read unless that is turned off.
  private mutating func recordOpening(of number: MessageNumber) -> [Effect] {
    let verb = Verb.open(.alert, marksRead: preferences.openingAlertMarksRead)
    if let index = list.index(of: number) { list.expect(verb, on: list.snapshot.rows[index]) }
    return [.perform(verb, .numbers([number]))]
  }

  /// The list below goes along when it has the message.
  private mutating func moveCursor(to number: MessageNumber) -> [Effect] {
    guard screens.dropLast().last?.isList == true, !list.isTrash else { return [] }
    if let index = list.index(of: number) { return list.select(index, in: listLayout) }
    return list.jump(.ifListed(number), in: listLayout)
  }

  /// Why no list shows a message just now; nil when one does.
  private static func note(on message: Message, at now: Date) -> StatusText? {
    let number = message.number
    if message.status == .deleted { return .isInTrash(number) }
    return switch message.phase(at: now) {
    case .expired: .hasExpired(number)
    case .snoozed: .isSnoozed(number)
    case .scheduled: .isScheduled(number)
    case .active: message.delivery == .alert ? .wasAlertOnly(number) : nil
    }
  }
}

// MARK: - The reader

extension UIState {
  /// Shows the message under the cursor and marks it read.
  mutating func view() -> [Effect] {
    guard let row = list.selectedRow else { return [] }
    let isDeleted = list.status(of: row) == .deleted
    let recorded = isDeleted ? [] : record(.numbers([row.number]), of: [row])
    return recorded + showReader(row.number)
  }

  /// Counts a view, which marks read unless the person keeps that to themselves.
  mutating func record(_ selection: MessageSelection, of rows: [MessageRow]) -> [Effect] {
    let verb: Verb = preferences.viewMarksRead ? .view : .peek
    for row in rows { list.expect(verb, on: row) }
    return [.perform(verb, selection)]
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

  /// Shows the next or previous message of the list; the cursor goes along.
  mutating func showAdjacent(_ direction: SearchDirection, at now: Date) -> [Effect] {
    reportEnd(direction, at: now)
    let before = list.selected
    let effects = list.step(direction == .forward ? 1 : -1, in: listLayout)
    return list.selected == before ? effects : effects + view()
  }

  /// Goes on with the next message after one that leaves the list, or back when there is none.
  mutating func readOn() -> [Effect] {
    guard reader?.number == list.selected, let index = list.selectedIndex,
      let next = list.adjacentRow(of: index, orPrevious: false)
    else { return leave() }
    return list.select(next, in: listLayout) + view()
  }

  /// The message in the reader as a row, also when no list shows it.
  var readerRow: MessageRow? {
    guard let reader else { return nil }
    if let index = list.index(of: reader.number) { return list.snapshot.rows[index] }
    return reader.message.map(MessageRow.init)
  }

  /// The message that keys apply to where none is marked.
  var currentRow: MessageRow? {
    screen == .reader ? readerRow : list.selectedRow
  }

  /// Takes in the message that the reader shows; nil closes it.
  mutating func receive(
    _ message: Message?, numbered number: MessageNumber, at now: Date
  ) -> [Effect] {
    guard reader?.number == number else { return [] }
    guard let message else {
      dropReader()
      showStatus(.messageGone(number), at: now)
      return []
    }
    let areas = areas
    reader?.receive(message, in: areas)
    return didNavigate(to: message, at: now)
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
    dropReader()
  }

  /// Closes the reader, which may lie below another screen.
  mutating func dropReader() {
    guard stack.removeReader() else { return }
    interaction.dropPendingKeys()
    resumePrompt()
  }
}
