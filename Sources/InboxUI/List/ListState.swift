package import InboxCore

/// A list of messages as shown: its query, the rows at hand, the cursor, and what is under way.
package struct ListState: Sendable, Hashable {
  /// What the list asks of the store.
  package let query: MessageQuery
  /// The filter as it was typed; empty for the whole list.
  package let filterText: String
  /// The thread that the list was opened for; every filter narrows within it.
  package private(set) var thread: String?
  /// The rows around the cursor, and the counts, as last read.
  package internal(set) var snapshot: InboxSnapshot {
    didSet { heights = RowHeights() }
  }
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

  /// Messages that stay in view although the filter no longer matches them.
  package private(set) var kept: Set<MessageNumber> = []
  /// Messages that have arrived above the rows in sight and were not seen yet.
  package internal(set) var arrivals: Set<MessageNumber> = []
  /// Where the rows at hand lie in the whole list.
  var rank = ListRank()
  /// The messages that are marked.
  var marks = ListMarks()
  /// The changes that have not come back yet.
  var pending = PendingChanges()
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
  func asking(_ query: MessageQuery, text: String) -> ListState {
    var next = ListState(query: query, filterText: text)
    next.thread = thread
    next.search = search
    next.snapshot.counts = snapshot.counts
    next.snapshot.newestNumber = snapshot.newestNumber
    next.pending = pending
    return next
  }

  /// The same list with another filter; within a thread it stays in that.
  func asking(_ filter: MessageFilter, text: String? = nil) -> ListState {
    let within = thread.map { [MessageFilter.Term(.thread($0))] } ?? []
    let query = MessageQuery(filter: MessageFilter(within + filter.terms), order: query.order)
    return asking(query, text: text ?? filter.text)
  }

  /// Keeps messages in view that are about to be read, where the list hides what is read.
  mutating func keep(_ numbers: some Sequence<MessageNumber>) {
    if query.filter.hidesRead { kept.formUnion(numbers) }
  }

  /// Lets go of the messages that were kept in view, and counts again.
  mutating func refresh(in layout: ListLayout) -> [Effect] {
    kept = []
    wait.beginRefresh()
    rank.forget()
    return reread(in: layout)
  }
}

extension ListState {
  /// The filter beside the thread.
  var ownFilter: MessageFilter {
    thread == nil ? query.filter : MessageFilter(Array(query.filter.terms.dropFirst()))
  }

  /// Whether rows are being read that take longer than usual.
  package var isWaiting: Bool { wait.isForRows }

  /// Whether the cursor is about to go elsewhere, by a seek or by rows that take long.
  var isAwaitingAnswer: Bool { wait.isForCursor || (wait.isForRows && !isLoaded) }

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

  /// The marked messages as targets, in the order of the rows.
  var markedTargets: [ActionTarget] { marks.ordered(by: snapshot.rows, target) }

  /// Whether the row of a message is whole in sight.
  func isInSight(_ number: MessageNumber, in layout: ListLayout) -> Bool {
    guard let index = index(of: number), let scroll, let first = self.index(of: scroll.number)
    else { return false }
    var geometry = layout.geometry(of: snapshot.rows, heights: heights)
    return geometry.isVisible(index, from: first, scroll)
  }

  /// The line of the content in which the row under the cursor begins; nil when it is out of sight.
  func cursorRow(in layout: ListLayout) -> Int? {
    guard let selectedIndex, let scroll, let first = index(of: scroll.number),
      selectedIndex >= first
    else { return nil }
    var geometry = layout.geometry(of: snapshot.rows, heights: heights)
    return (first..<selectedIndex).reduce(-scroll.line) { $0 + geometry.height($1) }
  }

  /// Asks where the rows lie, and keeps the heights found on the way.
  mutating func withGeometry<Answer>(
    in layout: ListLayout, _ body: (inout ListGeometry) -> Answer
  ) -> Answer {
    var geometry = layout.geometry(of: snapshot.rows, heights: heights)
    defer { heights = geometry.heights }
    return body(&geometry)
  }

  /// The rows of which at least a line may be in sight.
  func visibleRows(in layout: ListLayout) -> ArraySlice<MessageRow> {
    guard let first = scroll.flatMap({ index(of: $0.number) }) else { return [] }
    return snapshot.rows[first...].prefix(layout.areas.contentRows)
  }
}
