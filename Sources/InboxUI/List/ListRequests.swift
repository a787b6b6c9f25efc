import Foundation
package import InboxCore

/// A read of a window of rows.
package struct ReadRows: StoreRequest {
  package let query: MessageQuery
  package let window: MessageWindow

  package init(_ query: MessageQuery, _ window: MessageWindow) {
    (self.query, self.window) = (query, window)
  }

  package var turn: RequestTurn { .atOnce }

  package func perform(in context: RequestContext) throws -> InboxSnapshot {
    try context.inbox.snapshot(of: query, in: window, scope: context.scope, within: context.budget)
  }

  /// Shows the rows, unless another list is now on top; a long read is answered in parts.
  package func receive(_ snapshot: InboxSnapshot, in state: inout UIState) {
    guard query == state.list.query else { return }
    let layout = state.listLayout(of: query)
    let whole = state.listCounts.totals.completing(snapshot, at: state.now)
    let due = state.alerts.dueArrivals(upTo: snapshot.nextTransition, at: state.now)
    let reply = state.list.receive(whole, of: window, in: layout)
    state.take(reply)
    if let number = reply.unlisted { state.showUnlisted(number) }
    state.statusLine.updateFilter(state.filterStatus)
    state.late.begin(after: snapshot.sequence)
    state.effects += due
  }

  /// Drops type-ahead meant for the rows.
  package func fail(in state: inout UIState) {
    guard query == state.list.query else { return }
    let isAwaited = state.isAwaitingAnswer
    let isForJump = state.list.wait.jump != nil
    state.list.wait.failRows()
    if isAwaited || isForJump { state.dropTypeAhead() }
  }
}

/// The next matching row; nil if there is none.
extension Seek: StoreRequest {
  package var series: RequestSeries? { .seek }

  package func perform(in context: RequestContext) throws -> MessageNumber? {
    try context.inbox.adjacentRow(
      of: origin, in: context.narrowed(query), matching: filter, direction: direction,
      count: count, while: context.isWanted)
  }

  package func receive(_ number: MessageNumber?, in state: inout UIState) {
    state.take(state.stack.receive(number, of: self, in: state.partContext))
  }

  package func fail(in state: inout UIState) {
    state.take(state.stack.seekFailed(self))
  }
}

/// The position of a row among the matches of a search; nil if the row is gone.
struct TallyMatch: StoreRequest {
  var seek: Seek
  let number: MessageNumber

  var turn: RequestTurn { .counting(atOnceIfQuick: false) }
  var series: RequestSeries? { .search }

  func perform(in context: RequestContext) throws -> MatchTally? {
    try context.inbox.tally(
      of: number, in: context.narrowed(seek.query), matching: seek.filter,
      while: context.isWanted)
  }

  /// Shows the rank in the prompt, else in the status line.
  func receive(_ tally: MatchTally?, in state: inout UIState) {
    guard let tally, !state.prompting.receive(tally, of: self), state.screen.isList,
      state.overlays.prompt == nil,
      let text = state.list.status(of: tally, for: self, after: state.status?.content)
    else { return }
    state.showStatus(text)
  }
}

/// The number of messages that match a filter, for a confirmation or for lists.
struct CountMessages: StoreRequest {
  var filter: MessageFilter

  func perform(in context: RequestContext) throws -> Int {
    try context.inbox.count(matching: context.narrowed(filter))
  }

  func receive(_ count: Int, in state: inout UIState) {
    state.listCounts.totals.receive(count, of: filter)
    if case .count(let asked) = state.overlays.uncounted, asked.counts(filter) {
      state.overlays.uncounted = nil
      return state.take(state.stack.ask(asked, about: count))
    }
    state.stack.changeLists(where: isCounted) { $0.rank.receive(total: count) }
    state.statusLine.updateFilter(state.filterStatus)
  }

  func fail(in state: inout UIState) {
    state.stack.changeLists(where: isCounted) { $0.rank.fail() }
    state.overlays.uncounted = nil
  }

  private func isCounted(_ list: ListState) -> Bool { list.query.filter == filter }
}

/// The counts of groups, one for each.
struct CountGroups: StoreRequest {
  let groups: [MessageGroup]
  var query: MessageQuery

  var turn: RequestTurn { .counting(atOnceIfQuick: true) }

  func perform(in context: RequestContext) throws -> [GroupCount] {
    try context.inbox.counts(of: groups, in: context.narrowed(query), within: context.budget)
  }

  func receive(_ counts: [GroupCount], in state: inout UIState) {
    state.listCounts.groups.receive(counts, of: groups, in: query, at: state.now)
  }

  func fail(in state: inout UIState) { state.listCounts.groups.timer.fail(at: state.now) }
}

/// The rank of a row in its list, from 1; nil if the row is gone.
struct RankRow: StoreRequest {
  let number: MessageNumber
  var query: MessageQuery

  func perform(in context: RequestContext) throws -> Int? {
    try context.inbox.position(of: number, in: context.narrowed(query))
  }

  /// Tells the lists that still have the row loaded.
  func receive(_ rank: Int?, in state: inout UIState) {
    state.stack.changeLists(where: { $0.query == query }) { $0.receive(rank: rank, of: number) }
    state.effects += query == state.list.query ? state.list.totalEffects() : []
  }

  func fail(in state: inout UIState) {
    state.stack.changeLists(where: { $0.query == query }) { $0.rank.fail() }
  }
}

/// The messages that rows stand for, those of collapsed threads or of a group; for each row, newest
/// first.
struct ListMembers: StoreRequest {
  let rows: JoinedRows
  var query: MessageQuery
  /// What they are for.
  let purpose: MemberPurpose

  func perform(in context: RequestContext) throws -> [[ActionTarget]] {
    try context.inbox.members(of: rows, in: context.narrowed(query), as: ActionTarget.init)
  }

  /// Goes on with what they were read for, unless a key was pressed meanwhile.
  func receive(_ members: [[ActionTarget]], in state: inout UIState) {
    guard purpose != .mark else { return state.stack.spreadMarks(by: self, to: members) }
    guard state.overlays.uncounted == .members(self) else { return }
    state.overlays.uncounted = nil
    guard state.list.query.filter == query.filter else { return }
    state.take(state.stack.perform(self, on: members, in: state.partContext))
  }

  func fail(in state: inout UIState) {
    state.overlays.uncounted = nil
  }
}

extension ScreenStack {
  /// Asks for a confirmation whose messages were counted.
  fileprivate func ask(_ asked: ConfirmState, about count: Int) -> Reply {
    guard count == 0 else {
      var asked = asked
      asked.count = count
      return Reply(overlay: .question(asked))
    }
    if case .change(.read, let group?) = asked.action { return ask(about: group, .unread) }
    return Reply(status: nothingFound(for: asked))
  }

  /// Why there is no question: the list is empty, or nothing matches the typed filter.
  private func nothingFound(for asked: ConfirmState) -> StatusText {
    let own = list.query.filter
    guard !asked.counts(own), !asked.counts(own.unreadOnly) else {
      let isRead = asked.action == .markAllRead && !list.snapshot.rows.isEmpty
      return isRead ? .noUnreadMessages : .listEmpty
    }
    return .noneMatches(isUnread: asked.action == .markAllRead)
  }
}

extension ConfirmState {
  /// Whether it is about the messages that match a filter.
  fileprivate func counts(_ filter: MessageFilter?) -> Bool {
    if case .matching(let asked) = selection.whole { asked == filter } else { false }
  }
}
