import Foundation
import InboxCore

extension UIState {
  /// Does what a command means in a list.
  mutating func performInList(_ command: Command, at now: Date) -> [Effect] {
    if let effects = move(command) { return effects }
    if let effects = act(command, at: now) { return effects }
    if let effects = find(command, at: now) { return effects }
    switch command {
    case .view: return view()
    case .back: return backInList()
    case .refresh: return refresh()
    case .trash: return toggleTrash()
    case .thread: return toggleThread(at: now)
    case .mark: return toggleMark()
    case .markRange: return markRange(at: now)
    default: return []
    }
  }

  /// Takes back one thing at a time: the marks, the search, then the screen above the list.
  private mutating func backInList() -> [Effect] {
    if !list.marked.isEmpty {
      list.marked = [:]
    } else if list.search != nil {
      list.search = nil
    } else if screens.count > 1 || embedding != nil {
      return leave()
    }
    return []
  }

  private mutating func refresh() -> [Effect] {
    list.kept = []
    list.firstRank = nil
    list.total = nil
    list.isLocating = false
    return reread()
  }

  /// Opens the trash in the order of the list, in which the filter presets show it too.
  private mutating func toggleTrash() -> [Effect] {
    if screen == .trash { return leave() }
    if list.isTrash { return show(.all) }
    lists.append(
      ListState(
        query: MessageQuery(filter: .trash, order: lists[0].query.order),
        filterText: MessageFilter.trash.text))
    screens.append(.trash)
    return start()
  }

  private mutating func toggleMark() -> [Effect] {
    guard let row = list.selectedRow else { return [] }
    if list.marked.removeValue(forKey: row.number) == nil {
      list.mark(row)
      list.lastMarked = row.number
    }
    return step(1)
  }

  private mutating func markRange(at now: Date) -> [Effect] {
    guard let end = list.selectedIndex else { return [] }
    guard let last = list.lastMarked, list.marked[last] != nil else { return toggleMark() }
    guard let start = list.index(of: last) else {
      tell("The range is too long: its start is no longer at hand.", isError: true, at: now)
      return []
    }
    for row in list.snapshot.rows[min(start, end)...max(start, end)] { list.mark(row) }
    list.lastMarked = list.selected
    return []
  }

  mutating func tell(_ text: String, isError: Bool = false, at now: Date) {
    status = StatusMessage(text, isError: isError, at: now)
  }
}
