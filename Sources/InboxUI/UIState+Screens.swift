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
    guard help?.scope == .here else { return leave() }
    help?.widen()
    return []
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
  /// Begins anew on another inbox; nothing that was seen or requested of the one before comes along.
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
