import InboxCore

/// Seeks in the list; an open reader shows the result.
extension ScreenStack {
  /// Moves to the next row of a kind.
  mutating func seek(_ kind: SeekKind, count: Int = 1, in context: PartContext) -> Reply {
    follow(list.seek(kind, count: count, in: context.layout), context)
  }

  /// Handles the result of a seek.
  mutating func receive(_ number: MessageNumber?, of seek: Seek, in context: PartContext) -> Reply {
    guard list.isSeeking(seek) else {
      for place in lists.indices { lists[place].receiveCovered(number, of: seek) }
      return Reply()
    }
    let isMatch = number != nil && list.search?.filter == seek.filter && top.isList
    let tally: [Effect] =
      isMatch ? number.map { [TallyMatch(seek: seek, number: $0).effect] } ?? [] : []
    return follow(list.receive(number, of: seek, in: context.layout), context)
      .followed(by: Reply(effects: tally))
  }

  /// Handles a failed seek, and drops keys that were typed for its result.
  mutating func seekFailed(_ seek: Seek) -> Reply {
    let isMiss = list.isSeeking(seek)
    for place in lists.indices where lists[place].isSeeking(seek) { lists[place].wait.endSeek() }
    return Reply(isMiss: isMiss)
  }

  /// The reply of a seek, with the view of the message if the reader is open.
  private mutating func follow(_ reply: Reply, _ context: PartContext) -> Reply {
    guard top == .reader, let number = reply.arrival else { return reply }
    return reply.followed(
      by: list.selected == number ? view(context) : show(unlisted: number, context))
  }

  /// Shows a message that may not be loaded in the list, and counts the view.
  mutating func show(unlisted number: MessageNumber, _ context: PartContext) -> Reply {
    Reply(
      effects: record(.numbers([number]), of: [], context), messages: [.showReader(number)])
  }

  /// Shows the next or previous message of the list, and moves the cursor.
  mutating func showAdjacent(_ direction: SearchDirection, in context: PartContext) -> Reply {
    let before = list.selected
    let end = list.endStatus(direction)
    let reply = Reply(
      effects: list.step(direction == .forward ? 1 : -1, in: context.layout), status: end)
    return list.selected == before ? reply : reply.followed(by: view(context))
  }

  /// Handles a click in the list: selects a row, views the selected row or its thread, folds or unfolds a group,
  /// or moves to new messages.
  mutating func click(_ target: ScreenTarget, in context: PartContext) -> Reply {
    switch target {
    case .row(let number):
      guard let index = list.index(of: number) else { return Reply() }
      if list.selected == number, list.selectedRow?.collapsedThread != nil {
        return Reply(messages: [.perform(.reading(.view))])
      }
      if list.selected == number { return view(context) }
      return Reply(effects: list.select(index, in: context.layout))
    case .header(let number, let folds):
      let isOrdering = (grouping.choice ?? context.preferences.group).isOrdering
      return Reply(
        effects: list.fold(folds, groupOf: number, isOrdering: isOrdering, in: context.layout))
    case .news: return Reply(effects: list.moveToTop(in: context.layout))
    case .list, .sources, .source, .preview, .split, .reader, .help, .tab, .banner, .keys, .menu,
      .item, .answer:
      return Reply()
    }
  }
}

extension ListState {
  /// The status text at an end of the list; nil elsewhere.
  func endStatus(_ direction: SearchDirection) -> StatusText? {
    guard let row = selectedRow, !hasRow(direction) else { return nil }
    return .atEnd(direction, isGroup: foldedGroup(of: row) != nil)
  }
}
