import Foundation
import InboxCore

/// The answers to what the lists ask: rows, their rank and number.
extension UIState {
  /// Shows rows, unless another list is on top by now.
  mutating func receive(
    _ snapshot: InboxSnapshot, of request: ReadRows, at now: Date
  ) -> [Effect] {
    guard snapshot.query == list.query else { return [] }
    let layout = listLayout(of: snapshot.query)
    let whole = listCounts.totals.completing(snapshot, at: now)
    let due = alerts.dueArrivals(upTo: snapshot.nextTransition, at: now)
    let reply = list.receive(whole, of: request.window, in: layout)
    let effects = take(reply, at: now) + (reply.unlisted.map { showUnlisted($0) } ?? [])
    updateFilterStatus()
    return effects + due
  }

  /// Notes that rows follow later.
  mutating func rowsPostponed(_ request: ReadRows) {
    if request.query == list.query { list.rowsPostponed() }
  }

  /// Ends the wait for rows that cannot be read; keys that were meant for them are dropped.
  mutating func failRows(of query: MessageQuery, at now: Date) {
    guard query == list.query else { return }
    let isAwaited = isAwaitingAnswer
    let isForJump = list.rowsFailed()
    if isAwaited || isForJump { dropTypeAhead(at: now) }
  }

  /// Uses the number of messages that match a filter: for a confirmation, or for lists.
  mutating func receive(_ count: Int, of request: CountMessages, at now: Date) -> [Effect] {
    let filter = request.filter
    listCounts.totals.receive(count, of: filter)
    let asked = overlays.uncounted
    if confirm(filter, count) {
      guard count == 0 else { return [] }
      if let asked, case .change(.read, let group?) = asked.action {
        return ask(about: group, .unread, at: now)
      }
      showStatus(nothingFound(by: filter, for: asked?.action), at: now)
      return []
    }
    updateLists {
      $0.query.filter == filter
    } with: {
      $0.receive(total: count)
    }
    updateFilterStatus()
    return []
  }

  /// Ends the wait for a number of messages.
  mutating func failCount(_ request: CountMessages) {
    updateLists {
      $0.query.filter == request.filter
    } with: {
      $0.rankFailed()
    }
    overlays.uncounted = nil
  }

  /// Why nothing is asked: the list is empty, or nothing matches a filter that was typed.
  private func nothingFound(
    by filter: MessageFilter, for action: ConfirmState.Action?
  ) -> StatusText {
    guard filter != list.query.filter, filter != list.query.filter.unreadOnly else {
      return .listEmpty
    }
    return .noneMatches(isUnread: action == .markAllRead)
  }

  /// Shows a rank, if the rows that it counts from are still at hand.
  mutating func receive(_ rank: Int?, of request: RankRow) -> [Effect] {
    updateLists {
      $0.query == request.query
    } with: { list in
      list.receive(rank: rank, of: request.number)
    }
    return request.query == list.query ? list.totalEffects() : []
  }

  /// Ends the wait for a rank.
  mutating func failRank(_ request: RankRow) {
    updateLists {
      $0.query == request.query
    } with: {
      $0.rankFailed()
    }
  }

  /// Updates the lists that an answer concerns: another one may lie on top by now.
  private mutating func updateLists(
    where isMeant: (ListState) -> Bool, with body: (inout ListState) -> Void
  ) {
    for place in stack.lists.indices where isMeant(stack.lists[place]) { body(&stack.lists[place]) }
  }
}
