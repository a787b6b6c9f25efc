import Foundation
package import InboxCore

/// The state of a list: query, loaded rows, cursor and pending operations.
package struct ListState: Sendable, Hashable {
  package private(set) var query: MessageQuery
  /// The filter text that was typed; empty for the whole list.
  package let filterText: String
  /// The thread that the list was opened for, which limits every filter.
  package private(set) var thread: String?
  /// The loaded rows around the cursor, and the counts.
  package internal(set) var snapshot: InboxSnapshot {
    didSet {
      heights = RowHeights()
      looks = [:]
    }
  }
  /// The cached results of the user's rules for visible rows.
  private var looks: [MessageNumber: RuledLook] = [:]
  /// The cached heights of the loaded rows.
  private var heights = RowHeights()
  /// The messages that are marked read when the list is left; nil for none.
  var readWhenLeft: MessageFilter?
  /// Whether the query has been read.
  package internal(set) var isLoaded = false

  /// The message under the cursor; nil if no rows are loaded.
  package internal(set) var selected: MessageNumber?
  /// The top of the viewport.
  package internal(set) var scroll: ScrollAnchor?
  /// Whether to stay at the top as messages arrive there.
  var followsTop = true
  /// Whether to stay at the end as messages arrive there, with the oldest first.
  var followsEnd = false
  /// Follow mode: the cursor moves to each new message until the user moves it.
  var isFollowing = false

  /// Messages that are kept although they no longer match the filter.
  package private(set) var kept: Set<MessageNumber> = []
  /// Unseen messages that have arrived above the viewport.
  package internal(set) var arrivals: Set<MessageNumber> = []
  /// The rank of the loaded rows in the list.
  var rank = ListRank()
  var marks = ListMarks()
  var pending = PendingChanges()
  /// The search with highlighted matches.
  package internal(set) var search: SearchState?
  /// The pending seek, jump or slow read.
  var wait = ListWait()

  /// Creates a list that is not loaded yet.
  package init(query: MessageQuery = .init(), filterText: String = "") {
    self.query = query
    self.filterText = filterText
    snapshot = InboxSnapshot(query: query)
  }

  /// Creates the list of a thread, oldest first, at a message or at the newest.
  ///
  /// - Parameters:
  ///   - thread: The thread.
  ///   - number: The message under the cursor; nil for the newest.
  ///   - filter: The filter of its messages.
  init(thread: String, from number: MessageNumber?, matching filter: MessageFilter = .all) {
    let all = MessageFilter([.init(.thread(thread))])
    let shown = filter == .all ? all : all.joined(with: filter)
    self.init(
      query: MessageQuery(filter: shown.within(.listedOrDone), order: .oldest),
      filterText: filter.text)
    self.thread = thread
    wait.expect(number.map { .to($0) } ?? .bottom)
    followsTop = false
  }

  /// The list with another query, not loaded yet.
  func replacingQuery(_ query: MessageQuery, text: String) -> ListState {
    var next = ListState(query: query, filterText: text)
    next.thread = thread
    next.readWhenLeft = readWhenLeft
    next.search = search
    next.snapshot.sequence = snapshot.sequence
    next.snapshot.counts = snapshot.counts
    next.snapshot.newestNumber = snapshot.newestNumber
    next.snapshot.nextTransition = snapshot.nextTransition
    next.pending = pending
    return next
  }

  /// Sets the grouping for the next read.
  mutating func setGrouping(_ grouping: MessageGrouping?) {
    query.grouping = grouping
    forgetRank(total: rank.total)
  }

  /// Sets grouping and collapsed threads for the next read.
  mutating func arrange(like other: MessageQuery) {
    query.collapsesThreads = other.collapsesThreads
    setGrouping(other.grouping)
  }

  /// The list with another filter, joined with the thread.
  func replacingFilter(_ filter: MessageFilter, text: String? = nil) -> ListState {
    let within = thread.map { MessageFilter([.init(.thread($0))]) }
    var query = query
    query.filter = within.map { $0.joined(with: filter).within(.listedOrDone) } ?? filter
    return replacingQuery(query, text: text ?? filter.text)
  }

  /// Keeps messages whose status or pin is about to change, if the filter depends on it.
  mutating func keep(_ numbers: some Sequence<MessageNumber>) {
    if query.filter.dependsOnToggles { kept.formUnion(numbers) }
  }

  /// Drops the kept messages and the rank, and reads the rows again.
  mutating func refresh(in layout: ListLayout) -> [Effect] {
    kept = []
    wait.beginRefresh()
    forgetRank()
    return reread(in: layout)
  }

  /// Replaces the loaded rows, and updates marks, rank and pending changes.
  ///
  /// - Returns: The previous rows.
  mutating func replaceRows(by snapshot: InboxSnapshot) -> InboxSnapshot {
    let old = self.snapshot
    self.snapshot = snapshot
    isLoaded = true
    pending.dropEnded()
    followMarks(from: old)
    rank.follow(snapshot, after: old, keptCount: keptCount(in: snapshot.rows[...]))
    return old
  }

  /// The number of rows that are kept although they no longer match.
  private func keptCount(in rows: ArraySlice<MessageRow>) -> Int {
    let filter = query.filter
    return kept.isEmpty ? 0 : rows.count { kept.contains($0.number) && filter.excludes($0) }
  }

  // MARK: - Rank

  /// The request for an unknown rank or length, outside of the event loop.
  mutating func rankEffects() -> [Effect] {
    rank.request(for: selected, in: snapshot).map { [$0] } ?? []
  }

  /// The request for the length once the rank is known.
  mutating func totalEffects() -> [Effect] {
    rank.first != nil && total == nil ? rankEffects() : []
  }

  /// Handles the rank of a message.
  mutating func receive(rank: Int?, of number: MessageNumber) {
    let index = index(of: number)
    let keptBefore = index.map { keptCount(in: snapshot.rows[..<$0]) } ?? 0
    self.rank.receive(rank: rank, at: index, keptBefore: keptBefore)
  }

  /// Invalidates the rank, and optionally keeps the length of the list.
  mutating func forgetRank(total: Int? = nil) {
    rank = ListRank(total: total)
  }

  // MARK: - Pending changes

  /// Toggles follow mode, which moves the cursor to the newest message and follows new ones.
  mutating func toggleFollowing(in layout: ListLayout) -> Reply {
    guard !isFollowing else {
      isFollowing = false
      return Reply(status: .following(false))
    }
    let effects = query.order == .oldest ? moveToBottom(in: layout) : moveToTop(in: layout)
    isFollowing = true
    followTop(in: layout)
    return Reply(effects: effects, status: .following(true))
  }

  /// Adds a pending change; a message that stays in the list is kept.
  mutating func expect(_ verb: Verb, on row: MessageRow) {
    pending.expect(verb, on: row)
    if !isLeft(after: verb) { keep([row.number]) }
  }

  /// The filter without the thread.
  var ownFilter: MessageFilter {
    guard thread != nil else { return query.filter }
    return query.filter.mapAlternatives { MessageFilter(Array($0.terms.dropFirst())) }
  }

  /// Whether the list shows only deleted messages.
  package var isTrash: Bool { query.filter.isTrash }

  /// Whether the list shows snoozed messages.
  var showsSnoozed: Bool { query.filter.names(.snoozed) }

  /// Whether the list shows what is done.
  var showsDone: Bool { thread != nil || query.filter.names(.done) }

  /// Whether the list shows nothing but what is done.
  var showsOnlyDone: Bool { query.filter.names(.done) && !query.filter.names(.active) }

  /// The verb for all that is listed: where only what is done is shown, that brings it back.
  var verbForAll: Verb { showsOnlyDone ? .undone : .done }

  /// Index of the row under the cursor.
  package var selectedIndex: Int? { selected.flatMap(index) }

  package var selectedRow: MessageRow? { selected.flatMap(row) }

  /// The number of messages in the list; nil until known.
  package var total: Int? { rank.total }

  /// The number of rows in the list, a folded group or collapsed thread as one; nil until known.
  var shownCount: Int? {
    guard snapshot.query.hasJoinedRows else { return total }
    return snapshot.hasLater ? nil : rank.first.map { $0 - 1 + snapshot.rows.count }
  }

  /// The rank of the cursor, from 1; nil until known.
  package var position: Int? {
    guard let first = rank.first, let selectedIndex else { return nil }
    return first + selectedIndex
  }

  /// The status of a message after all pending changes.
  package func status(of row: MessageRow) -> Status {
    pending[row.number]?.status ?? row.status
  }

  /// Whether a change of the message is pending.
  package func isPending(_ number: MessageNumber) -> Bool { pending[number] != nil }

  /// Index of a message in the loaded rows.
  func index(of number: MessageNumber) -> Int? {
    snapshot.rows.firstIndex { $0.number == number }
  }

  /// The row of a message, if it is loaded.
  func row(_ number: MessageNumber) -> MessageRow? { index(of: number).map { snapshot.rows[$0] } }

  func target(_ row: MessageRow) -> ActionTarget { withPending(ActionTarget(row)) }

  /// The target after all pending changes of its message.
  func withPending(_ target: ActionTarget) -> ActionTarget {
    guard let change = pending[target.number] else { return target }
    var target = target
    (target.status, target.isPinned) = (change.status, change.isPinned)
    target.isSnoozed = change.isSnoozed ?? target.isSnoozed
    target.isDone = change.isDone ?? target.isDone
    return target
  }

  /// The target in its current state, if its row is loaded.
  func present(_ earlier: ActionTarget) -> ActionTarget {
    row(earlier.number).map(target) ?? earlier
  }

  /// The result of the user's rules for a row.
  func look(of number: MessageNumber) -> RuledLook { looks[number] ?? RuledLook() }

  /// Evaluates the user's rules for rows that may be visible, once for each row.
  mutating func applyRules(in layout: ListLayout, at now: Date) {
    let rules = layout.drawing.options.rules
    guard !rules.isEmpty else {
      if !looks.isEmpty { looks = [:] }
      return
    }
    let first = scroll.flatMap { index(of: $0.number) } ?? 0
    let unknown = snapshot.rows[first...].prefix(layout.areas.contentRows)
      .filter { looks[$0.number] == nil }
    guard !unknown.isEmpty else { return }
    let colors = RowRule.colors(of: rules)
    for row in unknown {
      looks[row.number] = RuledLook(of: row, by: rules, colors: colors, at: now)
    }
  }

  /// Invalidates the cached results of the rules.
  mutating func forgetRules() {
    looks = [:]
  }

  func geometry(in layout: ListLayout) -> ListGeometry {
    layout.geometry(of: snapshot.rows, isStart: !snapshot.hasEarlier, heights: heights)
  }

  /// Computes with the geometry, and caches the heights.
  mutating func withGeometry<Answer>(
    in layout: ListLayout, _ body: (inout ListGeometry) -> Answer
  ) -> Answer {
    var geometry = geometry(in: layout)
    defer { heights = geometry.heights }
    return body(&geometry)
  }
}
