import Foundation
package import InboxCore
package import InboxUI

extension Inbox {
  /// Most messages that are read whole at once.
  private static let mostAtOnce = 32
  /// For how long the first paint waits for numbers.
  private static let firstBudget = Duration.milliseconds(2)

  /// The result of an effect that is performed at once, as the next key builds on it.
  ///
  /// - Returns: The result; nil for effects that run beside the loop, as
  ///   ``result(of:for:reporting:)``.
  /// - Throws: ``InboxError/overBudget`` for rows that take longer than the budget.
  package func immediateResult(
    of effect: Effect, scope: MessageFilter?, within budget: Duration?
  ) throws -> EffectResult? {
    switch effect {
    case .read(let query, let window):
      .snapshot(try snapshot(of: query, in: window, scope: scope, within: budget))
    case .fetch(let numbers, .reader):
      .fetched(withFiles(try numbers.compactMap { try message($0, within: scope) }))
    case .fetch(let numbers, _) where numbers.count <= Self.mostAtOnce:
      .fetched(withFiles(try messages(numbers)))
    case .arrivals(let query):
      .arrived(try arrivals(query, matching: scope ?? .all))
    case .find(let lookup) where budget == nil:
      try firstNumbers(of: scope.map(lookup.within) ?? lookup)
    default: nil
    }
  }

  /// The numbers of tabs and groups for the first paint, which does not wait for many to be counted.
  private func firstNumbers(of lookup: Lookup) throws -> EffectResult? {
    do {
      switch lookup {
      case .counts(let filters):
        return .countedAll(try counts(of: filters, within: Self.firstBudget))
      case .groups(let groups, let query):
        return .countedGroups(try counts(of: groups, in: query, within: Self.firstBudget))
      default: return nil
      }
    } catch InboxError.overBudget {
      return nil
    }
  }

  /// Messages with links to their stored files, as programs here can open them.
  private func withFiles(_ messages: [Message]) -> [Message] {
    let folder = attachments
    return messages.map { $0.withFiles(in: folder) }
  }

  /// The result of an effect that runs beside the loop.
  package func result(
    of effect: Effect, for screen: ScreenIdentity, while isWanted: @escaping () -> Bool = { true },
    reporting report: BulkProgress.Report
  ) throws -> EffectResult {
    switch effect {
    case .find(.row(let seek)), .find(.typed(let seek)):
      return .found(
        try adjacentRow(
          of: seek.origin, in: seek.query, matching: seek.filter,
          direction: seek.direction, count: seek.count, while: isWanted))
    case .find(.early(let seek)): return try earlyMatch(of: seek, while: isWanted)
    case .find(.tally(let seek, let number)):
      return .tallied(
        try tally(of: number, in: seek.query, matching: seek.filter, while: isWanted))
    case .find(.count(let filter)): return .counted(try count(matching: filter))
    case .find(.titles(let search)):
      return .titles(try titles(matching: search, while: isWanted))
    case .find(.counts(let filters)): return .countedAll(try counts(of: filters))
    case .find(.groups(let groups, let query)):
      return .countedGroups(try counts(of: groups, in: query))
    case .find(.rank(let number, let query)):
      return .located(try position(of: number, in: query))
    case .perform(let verb, let selection):
      return .changed(try perform(verb, on: selection, reporting: report))
    case .purge(let selection):
      return .changed(try purge(selection, reporting: report))
    case .step(.undo): return .stepped(try undo(reporting: report))
    case .step(.redo): return .stepped(try redo(reporting: report))
    case .listSteps: return .steps(try undoableSteps())
    case .settle:
      _ = try settle()
      return .done
    case .claimLink: return .link(try claimLink(for: screen))
    case .answer(let number, let action):
      return .answered(try answer(number, action: action.id))
    case .fetch(let numbers, _): return .fetched(withFiles(try messages(numbers)))
    case .render(let rendering): return .rendered(rendering.content)
    case .read, .arrivals, .pane, .host: return .done
    }
  }
}

extension Effect {
  /// The same effect, bounded by a host's scope.
  func within(_ scope: MessageFilter) -> Effect {
    switch self {
    case .find(let lookup): return .find(lookup.within(scope))
    case .perform(let verb, let selection): return .perform(verb, selection.within(scope))
    case .purge(let selection): return .purge(selection.within(scope))
    // Named messages were in the list or were looked up within the scope; an undone step was the
    // person's own.
    case .read, .arrivals, .fetch, .step, .listSteps, .settle, .claimLink, .answer, .render, .pane,
      .host:
      return self
    }
  }
}

extension Lookup {
  fileprivate func within(_ scope: MessageFilter) -> Lookup {
    switch self {
    case .row(var seek):
      seek.query = seek.query.within(scope)
      return .row(seek)
    case .early(var seek):
      seek.query = seek.query.within(scope)
      return .early(seek)
    case .typed(var seek):
      seek.query = seek.query.within(scope)
      return .typed(seek)
    case .tally(var seek, let number):
      seek.query = seek.query.within(scope)
      return .tally(seek, number)
    case .count(let filter): return .count(filter.within(scope))
    case .titles(var search):
      search.filter = search.filter.within(scope)
      return .titles(search)
    case .counts(let filters): return .counts(filters.map { $0.within(scope) })
    case .groups(let groups, let query): return .groups(groups, query.within(scope))
    case .rank(let number, let query): return .rank(number, query.within(scope))
    }
  }
}

extension MessageQuery {
  fileprivate func within(_ scope: MessageFilter) -> MessageQuery {
    var query = self
    query.filter = filter.within(scope)
    return query
  }
}

extension MessageSelection {
  /// Named messages were in the list, and so within the scope.
  fileprivate func within(_ scope: MessageFilter) -> MessageSelection {
    switch self {
    case .numbers: self
    case .matching(let filter, let newest): .matching(filter.within(scope), upTo: newest)
    // No filter says it; what the scope lists is the most that may be meant.
    case .everything: .matching(MessageFilter.all.within(scope))
    }
  }
}

extension Inbox {
  /// A snapshot of a query within a host's scope; the counts are of the scope as well.
  func snapshot(
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

  /// A message, unless it is outside of a host's scope: a link may name any.
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
  /// Filters that together match all messages but alert-only ones.
  fileprivate static let everywhere =
    [MessageFilter(Status.allCases.map { .init(.status($0)) })]
    + Phase.allCases.map { MessageFilter([.init(.phase($0))]) }
}
