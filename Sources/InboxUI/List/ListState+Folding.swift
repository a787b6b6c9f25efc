import InboxCore

extension ListState {
  /// Folds or unfolds groups.
  ///
  /// - Parameters:
  ///   - command: The fold command.
  ///   - isOrdering: Whether grouping orders the list.
  ///   - layout: The layout of the list, with its headers.
  ///   - context: The keymap for the key in the status text.
  /// - Returns: The reads, or the status of a list without groups.
  mutating func fold(
    _ command: Command.Finding, isOrdering: Bool, in layout: ListLayout, _ context: PartContext
  ) -> Reply {
    guard let headers = layout.headers, thread == nil else {
      return Reply(status: .noGroups(key: context.key(of: .finding(.groupBySource))))
    }
    var grouping = query.grouping ?? headers.grouping
    switch command {
    case .foldAll, .unfoldAll: grouping.setAllFolded(command == .foldAll)
    default:
      guard let row = selectedRow else { return Reply() }
      var reader = GroupReader(grouping.kind)
      let group = reader.group(of: row)
      let isFolded = command == .toggleFold ? !grouping.isFolded(group) : command == .fold
      guard isFolded != grouping.isFolded(group) else { return Reply() }
      grouping.setFolded(isFolded, group)
    }
    let isNeeded = grouping.hasFolded || isOrdering
    return Reply(effects: regroup(isNeeded ? grouping : nil, in: layout))
  }

  /// Folds or unfolds the group of a loaded message, and moves the cursor to its first line.
  mutating func fold(
    _ isFolded: Bool, groupOf number: MessageNumber, isOrdering: Bool, in layout: ListLayout
  ) -> [Effect] {
    guard let headers = layout.headers, thread == nil, let index = index(of: number) else {
      return []
    }
    var grouping = query.grouping ?? headers.grouping
    var reader = GroupReader(grouping.kind)
    grouping.setFolded(isFolded, reader.group(of: snapshot.rows[index]))
    let isNeeded = grouping.hasFolded || isOrdering
    return regroup(isNeeded ? grouping : nil, landing: .visible(number), in: layout)
  }

  /// Unfolds the group under the cursor; nil if it is not folded.
  mutating func unfoldSelected(in layout: ListLayout) -> [Effect]? {
    guard let group = foldedGroup, let number = selected else { return nil }
    return unfold(group, landing: .visible(number), in: layout)
  }
}
