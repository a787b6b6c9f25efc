import Foundation
import InboxCore

extension UIState {
  /// Shows a tab by its number, or the one beside the present one.
  mutating func show(_ command: Command.Tab, at now: Date) -> [Effect] {
    switch command {
    case .next: return stepTab(by: 1, at: now)
    case .previous: return stepTab(by: -1, at: now)
    case .tab1, .tab2, .tab3, .tab4, .tab5, .tab6, .tab7, .tab8, .tab9:
      readTabs(at: now)
      guard let index = command.index, listCounts.tabs.tabs.indices.contains(index) else {
        showStatus(.tabCount(listCounts.tabs.tabs.count), at: now)
        return []
      }
      return show(tabAt: index, at: now)
    }
  }

  /// Shows the tab at a place of the bar, which also stands above a reader.
  mutating func showTab(at index: Int, at now: Date) -> [Effect] {
    readTabs(at: now)
    guard showsTabs, listCounts.tabs.tabs.indices.contains(index) else { return [] }
    var effects: [Effect] = []
    while screens.count > 1 { effects += leave() }
    return effects + show(tabAt: index, at: now)
  }

  /// Shows the next tab or the previous one; after a typed filter, the first.
  mutating func stepTab(by step: Int, at now: Date) -> [Effect] {
    let place = shownTab
    readTabs(at: now)
    let count = listCounts.tabs.tabs.count
    guard count > 0 else { return [] }
    let next = (place ?? shownTab).map { ($0 + step + count) % count } ?? 0
    return show(tabAt: next, at: now)
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

  /// Index of the tab that is shown; nil where the list shows another filter.
  var shownTab: Int? { listCounts.tabs.place(of: listInBar) }

  /// Whether the bar on top shows tabs: those of the configuration, over the inbox's own list.
  var showsTabs: Bool { !preferences.tabs.isEmpty && placeInBar == 0 }

  /// Reads the filters of the tabs again, whose days depend on the moment.
  private mutating func readTabs(at now: Date) {
    listCounts.tabs.read(preferences.listTabs, at: now, in: zone)
  }
}
