import Foundation
package import InboxCore

/// A list of messages as shown: its query, the rows at hand, the cursor, and what is under way.
package struct ListState: Sendable, Hashable {
  /// What the list asks of the store.
  package private(set) var query: MessageQuery
  /// The filter as it was typed; empty for the whole list.
  package let filterText: String
  /// The thread that the list was opened for; every filter narrows within it.
  package private(set) var thread: String?
  /// The rows around the cursor, and the counts, as last read.
  package internal(set) var snapshot: InboxSnapshot {
    didSet {
      heights = RowHeights()
      looks = [:]
    }
  }
  /// What the person's rules make of the rows in sight, as far as they were asked.
  private var looks: [MessageNumber: RuledLook] = [:]
  /// The heights of the rows at hand.
  private var heights = RowHeights()
  /// Whether anything was read yet for the query.
  package internal(set) var isLoaded = false

  /// The message under the cursor; nil only in an empty list.
  package internal(set) var selected: MessageNumber?
  /// What the first line of the content shows.
  package internal(set) var scroll: ScrollAnchor?
  /// Whether the view stays at the top while new messages arrive there.
  var followsTop = true
  /// Whether it stays at the end, where new messages arrive when the oldest are first.
  var followsEnd = false
  /// Whether the cursor goes along to each new message, until it is moved.
  var isFollowing = false

  /// Messages that stay in view although the filter no longer matches them.
  package private(set) var kept: Set<MessageNumber> = []
  /// Messages that have arrived above the rows in sight and were not seen yet.
  package internal(set) var arrivals: Set<MessageNumber> = []
  /// Where the rows at hand lie in the whole list.
  private(set) var rank = ListRank()
  /// The messages that are marked.
  private(set) var marks = ListMarks()
  /// The changes that have not come back yet.
  private(set) var pending = PendingChanges()
  /// The search whose matches are highlighted.
  package internal(set) var search: SearchState?
  /// The seek, jump or slow rows that are waited for.
  var wait = ListWait()

  /// Makes a list that has read nothing yet.
  package init(query: MessageQuery = .init(), filterText: String = "") {
    self.query = query
    self.filterText = filterText
    snapshot = InboxSnapshot(query: query)
  }

  /// Makes the list of a thread, oldest first, which begins at a message of it or at the newest.
  init(thread: String, from number: MessageNumber?) {
    self.init(query: MessageQuery(filter: MessageFilter([.init(.thread(thread))]), order: .oldest))
    self.thread = thread
    wait.expect(number.map(ListJump.to) ?? .bottom)
    followsTop = false
  }

  /// The same list with another query, as it is before anything was read for that.
  func replacingQuery(_ query: MessageQuery, text: String) -> ListState {
    var next = ListState(query: query, filterText: text)
    next.thread = thread
    next.search = search
    next.snapshot.counts = snapshot.counts
    next.snapshot.newestNumber = snapshot.newestNumber
    next.pending = pending
    return next
  }

  /// Groups the rows that are read from now on.
  mutating func setGrouping(_ grouping: MessageGrouping?) {
    query.grouping = grouping
    forgetRank(total: rank.total)
  }

  /// The same list with another filter; within a thread it stays in that.
  func replacingFilter(_ filter: MessageFilter, text: String? = nil) -> ListState {
    let within = thread.map { MessageFilter([.init(.thread($0))]) }
    var query = query
    query.filter = within.map { $0.joined(with: filter) } ?? filter
    return replacingQuery(query, text: text ?? filter.text)
  }

  /// Keeps messages in view that are about to be read, where the list hides what is read.
  mutating func keep(_ numbers: some Sequence<MessageNumber>) {
    if query.filter.hidesRead { kept.formUnion(numbers) }
  }

  /// Lets go of the messages that were kept in view, and counts again.
  mutating func refresh(in layout: ListLayout) -> [Effect] {
    kept = []
    wait.beginRefresh()
    forgetRank()
    return reread(in: layout)
  }

  /// Replaces the rows at hand; what is known of the rows before follows them.
  ///
  /// - Returns: The rows before.
  mutating func replaceRows(by snapshot: InboxSnapshot) -> InboxSnapshot {
    let old = self.snapshot
    self.snapshot = snapshot
    isLoaded = true
    pending.dropEnded()
    marks.refresh(snapshot.rows, target)
    rank.follow(snapshot, after: old, keptCount: keptCount(in: snapshot.rows[...]))
    return old
  }

  /// How many rows are kept in view although the filter no longer matches them.
  private func keptCount(in rows: ArraySlice<MessageRow>) -> Int {
    kept.isEmpty ? 0 : rows.count { kept.contains($0.number) && $0.status == .read }
  }
}

// MARK: - Rank

extension ListState {
  /// The lookup, beside the loop, of what the position shows and the rows at hand do not tell.
  mutating func rankEffects() -> [Effect] {
    rank.nextLookup(for: selected, in: snapshot).map { [.find($0)] } ?? []
  }

  /// The lookup of the length of the list, once the rank of its rows is known.
  mutating func totalEffects() -> [Effect] {
    rank.first != nil && total == nil ? rankEffects() : []
  }

  /// Takes in the rank of a message, if the rows that it counts from are still at hand.
  mutating func receive(rank: Int?, of number: MessageNumber) {
    let index = index(of: number)
    let keptBefore = index.map { keptCount(in: snapshot.rows[..<$0]) } ?? 0
    self.rank.receive(rank: rank, at: index, keptBefore: keptBefore)
  }

  /// Takes in the number of messages that match.
  mutating func receive(total: Int) {
    rank.receive(total: total)
  }

  /// Takes in that the rank or the number of messages could not be found.
  mutating func rankFailed() {
    rank.fail()
  }

  /// Forgets the rank of the rows; at most the length of the list stays known.
  mutating func forgetRank(total: Int? = nil) {
    rank = ListRank(total: total)
  }
}

// MARK: - Marks and pending changes

extension ListState {
  /// Marks the row under the cursor or unmarks it, and goes on to the next.
  mutating func toggleMark(in layout: ListLayout) -> [Effect] {
    guard let row = selectedRow else { return [] }
    marks.endRange()
    if !marks.unmark(row.number) { marks.mark([target(row)]) }
    return step(1, in: layout)
  }

  /// Marks messages and goes on to the one behind them.
  mutating func mark(_ numbers: [MessageNumber], in layout: ListLayout) -> [Effect] {
    marks.mark(snapshot.rows.filter { numbers.contains($0.number) }.map(target))
    return step(numbers.count, in: layout)
  }

  /// Marks the rows from the last marked one to the cursor; where none is marked, begins a range
  /// that the cursor extends, and ends it the second time.
  mutating func markRange() -> Reply {
    guard let row = selectedRow else { return Reply() }
    guard marks.growing == nil else {
      marks.endRange()
      return Reply()
    }
    guard let last = marks.rangeStart else {
      marks.beginRange(at: target(row))
      return Reply()
    }
    guard let range = targets(from: last) else { return Self.tooLong }
    marks.mark(range, last: selected)
    return Reply()
  }

  /// Lets the range that has begun follow the cursor.
  ///
  /// What comes in meanwhile is none of it until the cursor moves on.
  mutating func growRange() -> Reply {
    guard let growing = marks.growing, let selected, selected != growing.end else { return Reply() }
    guard let range = targets(from: growing.start) else {
      marks.endRange()
      return Self.tooLong
    }
    marks.growRange(range, to: selected)
    return Reply()
  }

  /// Stays on the newest message from now on, or no longer.
  mutating func toggleFollowing(in layout: ListLayout) -> Reply {
    guard !isFollowing else {
      isFollowing = false
      return Reply(status: .following(false))
    }
    return Reply(effects: beginFollowing(in: layout), status: .following(true))
  }

  /// Whether the list shows one thread alone, or what of it matches.
  func isOfThread(_ thread: String) -> Bool {
    query.filter.allTerms.contains(.init(.thread(thread)))
  }

  /// Whether the cursor extends a range.
  var isGrowingRange: Bool { marks.growing != nil }

  private static let tooLong = Reply(status: .rangeTooLong)

  /// The rows from a message to the cursor, but for those of folded groups; nil where it is not at
  /// hand.
  private func targets(from number: MessageNumber) -> [ActionTarget]? {
    guard let start = index(of: number), let end = selectedIndex else { return nil }
    return snapshot.rows[min(start, end)...max(start, end)]
      .filter { foldedGroup(of: $0) == nil }.map(target)
  }

  /// Clears the marks, else the search; false when there are neither.
  mutating func clear() -> Bool {
    if !marks.isEmpty {
      clearMarks()
    } else if search != nil {
      search = nil
    } else {
      return false
    }
    return true
  }

  /// Unmarks messages.
  mutating func unmark(_ numbers: [MessageNumber]) {
    for number in numbers { _ = marks.unmark(number) }
  }

  /// Unmarks all messages.
  mutating func clearMarks() {
    marks.clear()
  }

  /// Notes a pending change of a row; what becomes read is kept in view.
  mutating func expect(_ verb: Verb, on row: MessageRow) {
    pending.expect(verb, on: row)
    if pending[row.number]?.status == .read { keep([row.number]) }
  }

  /// Notes that an effect on messages has ended; they stay pending until the next rows.
  mutating func changeEnded(_ numbers: [MessageNumber]) {
    pending.release(numbers)
  }

  /// Forgets the changes on which no effect runs any more.
  mutating func dropEndedChanges() {
    pending.dropEnded()
  }

  /// A message whose change has not come back yet, as it was before; nil for others.
  func pendingRow(_ number: MessageNumber) -> MessageRow? {
    pending[number]?.row
  }
}

extension ListState {
  /// The filter beside the thread.
  var ownFilter: MessageFilter {
    guard thread != nil else { return query.filter }
    return query.filter.mapAlternatives { MessageFilter(Array($0.terms.dropFirst())) }
  }

  /// Whether the list shows deleted messages only.
  package var isTrash: Bool { query.filter.isTrash }

  /// Whether the list shows messages that are snoozed.
  var showsSnoozed: Bool { query.filter.namesSnoozed }

  /// Index of the cursor among the rows of the snapshot.
  package var selectedIndex: Int? { selected.flatMap(index) }

  /// The row under the cursor.
  package var selectedRow: MessageRow? { selectedIndex.map { snapshot.rows[$0] } }

  /// How many rows the list has in all, while that is known.
  package var total: Int? { rank.total }

  /// How many rows are shown in all, a folded group as one, while that is known.
  var shownCount: Int? {
    guard snapshot.query.activeGrouping?.hasFolded == true else { return total }
    return snapshot.hasLater ? nil : rank.first.map { $0 - 1 + snapshot.rows.count }
  }

  /// Rank of the cursor in the whole list, from 1; nil while that is not known.
  package var position: Int? {
    guard let first = rank.first, let selectedIndex else { return nil }
    return first + selectedIndex
  }

  /// The messages that are marked.
  package var marked: [MessageNumber: ActionTarget] { marks.targets }

  /// The status that a message will have once all pending changes are done.
  package func status(of row: MessageRow) -> Status {
    pending[row.number]?.status ?? row.status
  }

  /// Whether a change of the message has not come back yet.
  package func isPending(_ number: MessageNumber) -> Bool { pending[number] != nil }

  /// Index of a message among the rows at hand.
  func index(of number: MessageNumber) -> Int? {
    snapshot.rows.firstIndex { $0.number == number }
  }

  /// A row as the target of an action.
  func target(_ row: MessageRow) -> ActionTarget {
    ActionTarget(
      number: row.number, tap: row.tap, status: status(of: row),
      isPinned: pending[row.number]?.isPinned ?? row.isPinned,
      isSnoozed: pending[row.number]?.isSnoozed ?? (row.snoozedUntil != nil))
  }

  /// A target as it is at present, if it is among the rows at hand.
  func present(_ earlier: ActionTarget) -> ActionTarget {
    index(of: earlier.number).map { target(snapshot.rows[$0]) } ?? earlier
  }

  /// The marked messages as targets, in the order of the rows.
  var markedTargets: [ActionTarget] { marks.ordered(by: snapshot.rows, target) }

  /// What the person's rules make of a row.
  func look(of number: MessageNumber) -> RuledLook { looks[number] ?? RuledLook() }

  /// Asks the rules for the rows that can be in sight; each row is asked once.
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

  /// Forgets what the rules made of the rows, as there are others.
  mutating func forgetRules() {
    looks = [:]
  }

  /// The places of the rows.
  func geometry(in layout: ListLayout) -> ListGeometry {
    layout.geometry(of: snapshot.rows, isStart: !snapshot.hasEarlier, heights: heights)
  }

  /// Finds where rows lie, and keeps the heights found on the way.
  mutating func withGeometry<Answer>(
    in layout: ListLayout, _ body: (inout ListGeometry) -> Answer
  ) -> Answer {
    var geometry = geometry(in: layout)
    defer { heights = geometry.heights }
    return body(&geometry)
  }
}
