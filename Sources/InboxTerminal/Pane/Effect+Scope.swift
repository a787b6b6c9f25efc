import Foundation
import InboxCore
import InboxUI

extension Effect {
  /// The same effect, on nothing but what a host's scope lets through.
  func within(_ scope: MessageFilter) -> Effect {
    switch self {
    case .find(let lookup): return .find(lookup.within(scope))
    case .perform(let verb, let selection): return .perform(verb, selection.within(scope))
    case .purge(let selection): return .purge(selection.within(scope))
    // What is named was in the list, or was looked up within the scope; a step that is taken back
    // was the person's own.
    case .read, .arrivals, .fetch, .step, .settle, .takeLink, .answer, .pane, .host: return self
    }
  }
}

extension Lookup {
  fileprivate func within(_ scope: MessageFilter) -> Lookup {
    switch self {
    case .row(var seek):
      seek.query = seek.query.within(scope)
      return .row(seek)
    case .count(let filter): return .count(filter.within(scope))
    case .rank(let number, let query): return .rank(number, query.within(scope))
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
    of query: MessageQuery, in window: MessageWindow, scope: MessageFilter?,
    within budget: Duration?
  ) throws -> InboxSnapshot {
    guard let scope else { return try snapshot(of: query, in: window, within: budget) }
    var snapshot = try snapshot(of: query.within(scope), in: window, within: budget)
    let filters: [MessageFilter] = [.unread, .all, .trash]
    let counted = try counts(of: filters.map { $0.within(scope) }, within: budget)
    snapshot.query = query
    snapshot.counts = InboxCounts(
      unread: counted[0], read: counted[1] - counted[0], deleted: counted[2])
    return snapshot
  }

  /// A message, unless a host's scope keeps it back: a link may name any.
  func message(
    _ number: MessageNumber, within scope: MessageFilter?
  ) throws -> Message? {
    guard let scope else { return try message(number) }
    let isWithin = try MessageFilter.everywhere.contains { filter in
      let query = MessageQuery(filter: filter.within(scope))
      let window = MessageWindow(anchor: .around(number), limit: 1)
      return try snapshot(of: query, in: window).rows.contains { $0.number == number }
    }
    return isWithin ? try message(number) : nil
  }
}

extension MessageFilter {
  /// Filters that together match all that is kept, but for what was an alert only.
  fileprivate static let everywhere =
    [MessageFilter(Status.allCases.map { .init(.status($0)) })]
    + Phase.allCases.map { MessageFilter([.init(.phase($0))]) }
}
