import Foundation
import InboxCore

/// Seeks: the cursor goes to a row of a kind, and a reader on top shows its message.
extension ScreenStack {
  /// Goes to the next row of a kind.
  mutating func seek(
    _ kind: SeekKind, count: Int = 1, in layout: ListLayout, _ context: PartContext
  ) -> Reply {
    follow(list.seek(kind, count: count, in: layout), context)
  }

  /// Goes to the row that a seek has found.
  mutating func receive(
    _ number: MessageNumber?, of seek: Seek, in layout: ListLayout, _ context: PartContext
  ) -> Reply {
    guard list.isSeeking(seek) else {
      for place in lists.indices { lists[place].receiveCovered(number, of: seek) }
      return Reply()
    }
    let isMatch = number != nil && list.search?.filter == seek.filter && top.isList
    let tally: [Effect] = isMatch ? number.map { [.find(.tally(seek, $0))] } ?? [] : []
    return follow(list.receive(number, of: seek, in: layout), context)
      .followed(by: Reply(effects: tally))
  }

  /// Ends a seek that failed; keys that were typed for the row that it looked for are dropped.
  mutating func seekFailed(_ seek: Seek) -> Reply {
    let isMiss = list.isSeeking(seek)
    for place in lists.indices { lists[place].seekFailed(seek) }
    return Reply(isMiss: isMiss)
  }

  /// The reply of a seek, with the view of the message where a reader is on top.
  private mutating func follow(_ reply: Reply, _ context: PartContext) -> Reply {
    guard top == .reader, let number = reply.arrival else { return reply }
    return reply.followed(
      by: list.selected == number ? view(context) : show(unlisted: number, context))
  }

  /// Shows a message that may be beyond the rows at hand, and counts the view.
  mutating func show(unlisted number: MessageNumber, _ context: PartContext) -> Reply {
    Reply(
      effects: record(.numbers([number]), of: [], context), messages: [.showReader(number)])
  }

  /// Shows the next or previous message of the list; the cursor goes along.
  mutating func showAdjacent(
    _ direction: SearchDirection, in layout: ListLayout, _ context: PartContext
  ) -> Reply {
    let before = list.selected
    let end = list.endStatus(direction)
    let reply = Reply(
      effects: list.step(direction == .forward ? 1 : -1, in: layout), status: end)
    return list.selected == before ? reply : reply.followed(by: view(context))
  }
}

extension ListState {
  /// The status of a move beyond the row at the cursor; nil where the list goes on.
  func endStatus(_ direction: SearchDirection) -> StatusText? {
    guard let row = selectedRow, !hasRow(direction) else { return nil }
    return .atEnd(direction, isGroup: foldedGroup(of: row) != nil)
  }
}
