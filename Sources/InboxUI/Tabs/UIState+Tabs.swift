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

  /// Index of the tab whose filter the list shows; of several, the one that was chosen.
  ///
  /// What was typed counts too, since `today` is another filter tomorrow.
  var shownTab: Int? {
    let list = listInBar
    let same = listCounts.tabs.tabs.indices.filter { index in
      let tab = listCounts.tabs.tabs[index]
      return tab.filter == list.ownFilter || tab.tab.filter == list.filterText
    }
    return same.first { $0 == listCounts.tabs.chosen } ?? same.first
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

  /// Reads the filters of the tabs again, whose days depend on the moment.
  private mutating func readTabs(at now: Date) {
    listCounts.tabs.read(preferences.listTabs, at: now, in: zone)
  }
}

extension UIState {
  /// Whether the bar on top shows tabs: those of the configuration, over the inbox's own list.
  var showsTabs: Bool { !preferences.tabs.isEmpty && placeInBar == 0 }

  /// The count that is due; none while the numbers hold.
  mutating func tabEffects(at now: Date) -> [Effect] {
    guard !preferences.tabs.isEmpty, listCounts.tabs.begin(at: now) else { return [] }
    readTabs(at: now)
    return [.find(.counts(CountTabs(listCounts.tabs.tabs.compactMap(\.filter.countedByTab))))]
  }

  /// The number behind the name of a tab; nil while it is not known.
  func count(of tab: TabState.Tab) -> Int? {
    let counts = listInBar.snapshot.counts
    switch tab.filter {
    case .all, .unread: return counts.unread
    case .trash: return counts.deleted
    default: return tab.filter.countedByTab.flatMap { listCounts.tabs[$0] }
    }
  }
}
