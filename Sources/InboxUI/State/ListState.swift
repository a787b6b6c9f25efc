public import InboxCore

/// A list of messages as somebody looks at it: what is asked, what is seen, where the cursor is.
public struct ListState: Sendable, Hashable {
  /// What the list asks of the store.
  public var query: MessageQuery
  /// The filter as it was typed; empty for the whole list.
  public var filterText: String
  /// The thread that the list was opened for; every filter narrows within it.
  public var thread: String?
  /// The rows around the cursor, and the counts, as last read.
  public var snapshot: InboxSnapshot
  /// Whether anything was read yet for the present query.
  public var isLoaded = false
  /// Whether rows are being read that take longer than usual.
  public var isWaiting = false
  /// The message under the cursor; nil only in an empty list.
  public var selected: MessageNumber?
  /// What the first line of the content shows.
  public var scroll: ScrollAnchor?
  /// Messages that a person has marked to act on together.
  public var marked: [MessageNumber: ActionTarget] = [:]
  /// What was marked last, from which a range starts.
  var lastMarked: MessageNumber?
  /// Changes that were asked for and have not come back yet.
  var pending: [MessageNumber: PendingChange] = [:]
  /// Messages that stay in view although the filter no longer matches them.
  public var kept: Set<MessageNumber> = []
  /// Messages that came in above what is looked at and were not seen yet.
  public var arrivals: Set<MessageNumber> = []
  /// The search whose matches are highlighted.
  public var search: SearchState?
  /// Rank of the first row of the snapshot, from 1, while it is known.
  public var firstRank: Int?
  /// How many rows the list has in all, while it is known.
  public var total: Int?

  /// Where the next snapshot puts the cursor, when not where it was.
  var jump: Jump?
  /// Whether the view stays at the top while new messages come in there.
  var followsTop = true
  /// The same at the end, where new messages come in when the oldest are first.
  var followsEnd = false
  /// A search for a row that runs, and how many more of its kind were asked for since.
  var seek: Seek?
  var queuedSeeks: [SeekKind] = []
  /// The message whose rank is being found out.
  var isLocating = false

  /// Makes a list that has read nothing yet.
  public init(query: MessageQuery = .init(), filterText: String = "") {
    self.query = query
    self.filterText = filterText
    snapshot = InboxSnapshot(query: query)
  }

  /// What was asked beside the thread.
  var ownFilter: MessageFilter {
    thread == nil ? query.filter : MessageFilter(Array(query.filter.terms.dropFirst()))
  }

  /// Whether the list shows deleted messages only.
  public var isTrash: Bool { query.filter.isTrash }

  /// Whether the list shows messages that are snoozed.
  var showsSnoozed: Bool { query.filter.namesSnoozed }

  /// Place of the cursor among the rows of the snapshot.
  public var selectedIndex: Int? { selected.flatMap(index) }

  /// The row under the cursor.
  public var selectedRow: MessageRow? { selectedIndex.map { snapshot.rows[$0] } }

  /// Rank of the cursor in the whole list, from 1; nil while that is not known.
  public var position: Int? {
    guard let firstRank, let selectedIndex else { return nil }
    return firstRank + selectedIndex
  }

  /// How a message will stand once everything asked for has been done.
  public func status(of row: MessageRow) -> Status {
    pending[row.number]?.status ?? row.status
  }

  /// Whether something was asked of the message that has not come back yet.
  public func isPending(_ number: MessageNumber) -> Bool { pending[number] != nil }

  /// Forgets the changes on which no effect runs any more.
  mutating func dropSettledChanges() {
    pending = pending.filter { $0.value.running > 0 }
  }

  /// Place of a message among the rows at hand.
  func index(of number: MessageNumber) -> Int? {
    snapshot.rows.firstIndex { $0.number == number }
  }
}
