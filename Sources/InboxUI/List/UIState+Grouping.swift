import Foundation
import InboxCore

/// The grouping that was chosen by a key or a line, until the setting changes.
struct GroupChoice: Sendable, Hashable {
  /// What was chosen; nil follows the setting.
  private(set) var choice: ListGrouping?
  private var setting: ListGrouping?

  /// Groups in this way as long as the setting is what it is.
  mutating func choose(_ grouping: ListGrouping, over setting: ListGrouping) {
    (choice, self.setting) = (grouping, setting)
  }

  /// Follows the setting once that has changed.
  mutating func follow(_ setting: ListGrouping) {
    if choice != nil, setting != self.setting { choice = nil }
  }
}

extension UIState {
  /// How lists are grouped at present.
  var grouping: ListGrouping { stack.grouping.choice ?? preferences.group }

  /// A query with the groups that a list of it has; those that are folded stay so.
  ///
  /// Day lines alone need no grouping in the store, whose rows come in that order anyway.
  func grouped(_ query: MessageQuery, in list: ListState? = nil) -> MessageQuery {
    var query = query
    let kind = list?.thread == nil ? grouping.kind(in: query.order, zone: zone) : nil
    let keepsFolded = grouping.isOrdering || query.grouping?.hasFolded == true
    if let kind, query.grouping?.kind == kind, keepsFolded { return query }
    query.grouping = grouping.isOrdering ? kind.map(MessageGrouping.init) : nil
    return query
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

  /// Folds groups or unfolds them.
  mutating func fold(_ command: Command.Finding, at now: Date) -> [Effect] {
    guard let headers = listLayout.headers, list.thread == nil else {
      let key = keymap.names(of: .finding(.groupBySource), in: context).first
      showStatus(.noGroups(key: key), at: now)
      return []
    }
    var grouping = list.query.activeGrouping ?? headers.grouping
    switch command {
    case .foldAll, .unfoldAll: grouping.setAllFolded(command == .foldAll)
    default:
      guard let row = list.selectedRow else { return [] }
      var reader = GroupReader(grouping.kind)
      let group = reader.group(of: row)
      let isFolded = command == .toggleFold ? !grouping.isFolded(group) : command == .fold
      guard isFolded != grouping.isFolded(group) else { return [] }
      grouping.setFolded(isFolded, group)
    }
    let isNeeded = grouping.hasFolded || self.grouping.isOrdering
    return list.regroup(isNeeded ? grouping : nil, in: listLayout)
  }

  /// Folds the group of a message at hand or unfolds it, and puts the cursor on its first line.
  mutating func fold(_ isFolded: Bool, groupOf number: MessageNumber) -> [Effect] {
    guard let headers = listLayout.headers, list.thread == nil, let index = list.index(of: number)
    else { return [] }
    var grouping = list.query.activeGrouping ?? headers.grouping
    var reader = GroupReader(grouping.kind)
    grouping.setFolded(isFolded, reader.group(of: list.snapshot.rows[index]))
    let isNeeded = grouping.hasFolded || self.grouping.isOrdering
    return list.regroup(
      isNeeded ? grouping : nil, landing: .visible(number), in: listLayout)
  }

  /// Unfolds the group under the cursor; nil where that is no folded one.
  mutating func unfoldTarget() -> [Effect]? {
    guard screen.isList, let group = list.foldedGroup, let number = list.selected else {
      return nil
    }
    return list.unfold(group, landing: .visible(number), in: listLayout)
  }
}
