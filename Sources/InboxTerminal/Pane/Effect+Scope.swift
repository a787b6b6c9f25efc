import Foundation
import InboxCore
import InboxUI

extension Effect {
  /// The same effect, on nothing but what a host's scope lets through.
  func within(_ scope: MessageFilter) -> Effect {
    switch self {
    case .seek(var seek):
      seek.query = seek.query.within(scope)
      return .seek(seek)
    case .count(let filter): return .count(filter.within(scope))
    case .locate(let number, let query): return .locate(number, query.within(scope))
    case .perform(let verb, let selection): return .perform(verb, selection.within(scope))
    case .purge(let selection): return .purge(selection.within(scope))
    // A message that is named was in the list; a step that is taken back was the person's own.
    case .read, .load, .arrivals, .takeLink, .undo, .redo, .settle, .program: return self
    case .tap, .fetch, .answer, .launch, .copy: return self
    }
  }
}

extension MessageQuery {
  fileprivate func within(_ scope: MessageFilter) -> MessageQuery {
    MessageQuery(filter: filter.within(scope), order: order)
  }
}

extension MessageSelection {
  /// Messages that are named were in the list, and so within the scope, when they were seen.
  fileprivate func within(_ scope: MessageFilter) -> MessageSelection {
    guard case .matching(let filter, let newest) = self else { return self }
    return .matching(filter.within(scope), upTo: newest)
  }
}

extension Inbox {
  /// What a query sees of a host's scope; the counts are of the scope as well.
  func snapshot(
    of query: MessageQuery, in window: MessageWindow, scope: MessageFilter?, at now: Date,
    within budget: Duration?
  ) throws -> InboxSnapshot {
    guard let scope else { return try snapshot(of: query, in: window, at: now, within: budget) }
    var snapshot = try snapshot(of: query.within(scope), in: window, at: now, within: budget)
    let filters: [MessageFilter] = [.unread, .all, .trash]
    let counted = try counts(of: filters.map { $0.within(scope) }, at: now, within: budget)
    snapshot.query = query
    snapshot.counts = InboxCounts(
      unread: counted[0], read: counted[1] - counted[0], deleted: counted[2])
    return snapshot
  }
}
