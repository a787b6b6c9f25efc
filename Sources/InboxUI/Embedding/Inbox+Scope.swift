package import InboxCore

extension RequestContext {
  /// A filter within the host's scope.
  func narrowed(_ filter: MessageFilter) -> MessageFilter { scope.map(filter.within) ?? filter }

  /// A query within the host's scope.
  func narrowed(_ query: MessageQuery) -> MessageQuery { scope.map(query.within) ?? query }

  /// A selection within the host's scope; messages selected by number were in the list.
  func narrowed(_ selection: MessageSelection) -> MessageSelection {
    switch selection {
    case .numbers: selection
    case .matching(let filter): .matching(narrowed(filter))
    case .seen(let shown, let sequence, let moment):
      .seen(narrowed(shown), upTo: sequence, before: moment)
    }
  }
}

extension MessageQuery {
  func within(_ scope: MessageFilter) -> MessageQuery {
    var query = self
    query.filter = filter.within(scope)
    return query
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
