package import InboxCore

/// A selection of messages that a host's scope can narrow.
package protocol Narrowable {
  /// The same selection within a scope.
  func within(_ scope: MessageFilter) -> Self
}

extension MessageFilter: Narrowable {}

extension Array: Narrowable where Element: Narrowable {
  package func within(_ scope: MessageFilter) -> [Element] { map { $0.within(scope) } }
}

extension Optional: Narrowable where Wrapped: Narrowable {
  package func within(_ scope: MessageFilter) -> Wrapped? { map { $0.within(scope) } }
}

/// The part of a request that a host's scope narrows.
package struct Narrowing<Asked: StoreRequest> {
  /// Narrows a request to a scope.
  let apply: (inout Asked, MessageFilter) -> Void

  /// The narrowing of a property.
  init<Selection: Narrowable>(_ path: WritableKeyPath<Asked, Selection>) {
    apply = { $0[keyPath: path] = $0[keyPath: path].within($1) }
  }
}

extension MessageQuery: Narrowable {
  package func within(_ scope: MessageFilter) -> MessageQuery {
    var query = self
    query.filter = filter.within(scope)
    return query
  }
}

extension MessageSelection: Narrowable {
  /// Messages selected by number were in the list, and so within the scope.
  package func within(_ scope: MessageFilter) -> MessageSelection {
    switch self {
    case .numbers: self
    case .matching(let filter): .matching(filter.within(scope))
    case .seen(let selection, let sequence, let moment):
      .seen(selection.within(scope), upTo: sequence, before: moment)
    }
  }
}

extension Inbox {
  /// A snapshot of a query within a host's scope, with counts of the scope.
  package func snapshot(
    of query: MessageQuery, in window: MessageWindow, scope: MessageFilter?,
    within budget: Duration?, reporting report: ((InboxSnapshot) -> Void)? = nil
  ) throws -> InboxSnapshot {
    guard let scope else {
      return try snapshot(of: query, in: window, within: budget, reporting: report)
    }
    var snapshot = try snapshot(of: query.within(scope), in: window, within: budget)
    let filters: [MessageFilter] = [.unread, .all, .trash]
    let counted = try counts(of: filters.map { $0.within(scope) }, within: budget)
    snapshot.query = query
    snapshot.counts = InboxCounts(
      unread: counted[0], read: counted[1] - counted[0], deleted: counted[2])
    return snapshot
  }

  /// A message; nil outside of a host's scope, as a link may name any.
  func message(
    _ number: MessageNumber, within scope: MessageFilter?
  ) throws -> Message? {
    guard let scope else { return try message(number) }
    let query = MessageQuery(filter: MessageFilter.anyState.within(scope))
    let window = MessageWindow(anchor: .around(number), limit: 1)
    let isWithin = try snapshot(of: query, in: window).rows.contains { $0.number == number }
    return isWithin ? try message(number) : nil
  }
}
