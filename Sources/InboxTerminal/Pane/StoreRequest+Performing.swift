import InboxCore
import InboxUI

// MARK: - Rows and messages

extension ReadRows: StoreRequest {
  func perform(in context: RequestContext) throws -> InboxSnapshot {
    try context.inbox.snapshot(
      of: query, in: window, scope: context.scope, within: context.budget)
  }
}

extension ArrivalQuery: StoreRequest {
  func perform(in context: RequestContext) throws -> [Message] {
    try context.inbox.arrivals(self, matching: context.scope ?? .all)
  }
}

extension FetchMessages: StoreRequest {
  func perform(in context: RequestContext) throws -> [Message] {
    let inbox = context.inbox
    let messages =
      try purpose == .reader
      ? numbers.compactMap { try inbox.message($0, within: context.scope) }
      : inbox.messages(numbers)
    // Links to stored files, in a form that programs on this machine can open.
    let folder = inbox.attachments
    return messages.map { $0.withFiles(in: folder) }
  }
}

extension ReaderRendering: StoreRequest {
  func perform(in context: RequestContext) -> ReaderContent { content }
}

// MARK: - Lookups

extension Seek: StoreRequest {
  func perform(in context: RequestContext) throws -> MessageNumber? {
    try context.inbox.adjacentRow(
      of: origin, in: query, matching: filter, direction: direction, count: count,
      while: context.isWanted)
  }

  func within(_ scope: MessageFilter) -> Seek {
    var seek = self
    seek.query = query.within(scope)
    return seek
  }
}

extension EarlySeek: StoreRequest {
  func perform(in context: RequestContext) throws -> EarlyMatch {
    try context.inbox.earlyMatch(of: seek, while: context.isWanted)
  }

  func within(_ scope: MessageFilter) -> EarlySeek { EarlySeek(seek.within(scope)) }
}

extension TypedSeek: StoreRequest {
  func perform(in context: RequestContext) throws -> MessageNumber? {
    try seek.perform(in: context)
  }

  func within(_ scope: MessageFilter) -> TypedSeek { TypedSeek(seek.within(scope)) }
}

extension TallyMatch: StoreRequest {
  func perform(in context: RequestContext) throws -> MatchTally? {
    try context.inbox.tally(
      of: number, in: seek.query, matching: seek.filter, while: context.isWanted)
  }

  func within(_ scope: MessageFilter) -> TallyMatch { TallyMatch(seek.within(scope), number) }
}

extension TitleSearch: StoreRequest {
  func perform(in context: RequestContext) throws -> [MessageRow] {
    try context.inbox.titles(matching: self, while: context.isWanted)
  }

  func within(_ scope: MessageFilter) -> TitleSearch {
    var search = self
    search.filter = filter.within(scope)
    return search
  }
}

extension CountMessages: StoreRequest {
  func perform(in context: RequestContext) throws -> Int {
    try context.inbox.count(matching: filter)
  }

  func within(_ scope: MessageFilter) -> CountMessages { CountMessages(filter.within(scope)) }
}

extension CountTabs: StoreRequest {
  func perform(in context: RequestContext) throws -> [Int] {
    try context.inbox.counts(of: filters, within: context.budget)
  }

  func within(_ scope: MessageFilter) -> CountTabs {
    CountTabs(filters.map { $0.within(scope) })
  }
}

extension ReadUnsentChanges: StoreRequest {
  func perform(in context: RequestContext) throws -> UnsentChanges? {
    try context.inbox.unsentChanges()
  }
}

extension FindLate: StoreRequest {
  func perform(in context: RequestContext) throws -> LateArrivals {
    try context.inbox.lateArrivals(after: sequence, matching: filter)
  }

  func within(_ scope: MessageFilter) -> FindLate {
    FindLate(filter: filter.within(scope), sequence: sequence)
  }
}

extension ReadRecentSources: StoreRequest {
  func perform(in context: RequestContext) throws -> [String] {
    let window = MessageWindow(limit: Self.messageCount)
    let snapshot = try context.inbox.snapshot(
      of: MessageQuery(), in: window, scope: context.scope, within: context.budget)
    return snapshot.rows.map(\.source)
  }
}

extension ListFilterNames: StoreRequest {
  func perform(in context: RequestContext) throws -> FilterNames {
    try context.inbox.filterNames(matching: filter)
  }

  func within(_ scope: MessageFilter) -> ListFilterNames {
    ListFilterNames(matching: filter.within(scope))
  }
}

extension CountSources: StoreRequest {
  func perform(in context: RequestContext) throws -> [SourceCount] {
    try context.inbox.sourceCounts(matching: filter, within: context.budget)
  }

  func within(_ scope: MessageFilter) -> CountSources {
    var request = self
    request.filter = filter.within(scope)
    return request
  }
}

extension CountGroups: StoreRequest {
  func perform(in context: RequestContext) throws -> [GroupCount] {
    try context.inbox.counts(of: groups, in: query, within: context.budget)
  }

  func within(_ scope: MessageFilter) -> CountGroups {
    CountGroups(groups, in: query.within(scope))
  }
}

extension RankRow: StoreRequest {
  func perform(in context: RequestContext) throws -> Int? {
    try context.inbox.position(of: number, in: query)
  }

  func within(_ scope: MessageFilter) -> RankRow { RankRow(number, in: query.within(scope)) }
}

extension ListMembers: StoreRequest {
  func perform(in context: RequestContext) throws -> [[ActionTarget]] {
    try context.inbox.members(of: rows, in: query, as: ActionTarget.init)
  }

  func within(_ scope: MessageFilter) -> ListMembers {
    var request = self
    request.query = query.within(scope)
    return request
  }
}

// MARK: - Changes

extension ChangeMessages: StoreRequest {
  func perform(in context: RequestContext) throws -> ChangeOutcome {
    try context.inbox.perform(verb, on: selection, reporting: context.report)
  }

  func within(_ scope: MessageFilter) -> ChangeMessages {
    ChangeMessages(verb, selection.within(scope))
  }
}

extension PurgeMessages: StoreRequest {
  func perform(in context: RequestContext) throws -> ChangeOutcome {
    try context.inbox.purge(selection, reporting: context.report)
  }

  func within(_ scope: MessageFilter) -> PurgeMessages { PurgeMessages(selection.within(scope)) }
}

extension HistoryStep: StoreRequest {
  func perform(in context: RequestContext) throws -> UndoOutcome? {
    switch self {
    case .undo: try context.inbox.undo(reporting: context.report)
    case .redo: try context.inbox.redo(reporting: context.report)
    }
  }
}

extension ListSteps: StoreRequest {
  func perform(in context: RequestContext) throws -> [UndoableStep] {
    try context.inbox.undoableSteps()
  }
}

extension Settle: StoreRequest {
  func perform(in context: RequestContext) throws {
    _ = try context.inbox.settle()
  }
}

extension ClaimLink: StoreRequest {
  func perform(in context: RequestContext) throws -> DeepLink? {
    try context.inbox.claimLink(for: context.screen)
  }
}

extension ChooseAction: StoreRequest {
  func perform(in context: RequestContext) throws -> AnswerOutcome {
    try context.inbox.answer(number, action: action.id)
  }
}
