package import InboxCore

/// The target of an action, with its state after all pending changes.
///
/// A marked message keeps its last known state while its row is not loaded.
package struct ActionTarget: Sendable, Hashable {
  package var number: MessageNumber
  /// The thread whose messages its row stands for; nil for a message.
  var thread: SourceThread?
  /// What opening the message does.
  package var tap: TapBehavior
  package var status: Status
  package var isPinned: Bool
  package var isSnoozed: Bool
  package var isDone: Bool
  /// Whether its sender can still resolve it.
  var isResolvable: Bool

  /// Creates the target of a row, without pending changes.
  package init(_ row: MessageRow) {
    number = row.number
    thread = row.threadSummary == nil ? nil : row.sourceThread
    tap = row.tap
    (status, isPinned, isSnoozed) = (row.status, row.isPinned, row.isSnoozed)
    (isDone, isResolvable) = (row.isDone, row.isResolvable)
  }
}

/// The marked rows, which an action applies to together.
///
/// A mark on a collapsed thread is on the thread, whose row is that of another message as soon as
/// one arrives.
struct ListMarks: Sendable, Hashable {
  /// What a mark is on.
  enum Item: Sendable, Hashable {
    case message(MessageNumber)
    case thread(SourceThread)
  }

  private var marked: [Item: ActionTarget] = [:]
  /// The last marked row, where a range starts.
  private var last: Item?
  /// The range that the cursor extends; nil for none.
  private(set) var growing: GrowingRange?

  /// A range of marks from its start to the cursor.
  struct GrowingRange: Sendable, Hashable {
    fileprivate(set) var start: Item
    /// The row under the cursor at the last update.
    fileprivate(set) var end: Item
    /// The marks before the range.
    fileprivate var earlier: [Item: ActionTarget]
  }

  /// Whether they only show what a count takes, until the next key in the list.
  private(set) var isByCount = false

  var isEmpty: Bool { marked.isEmpty }

  /// The number of marked rows.
  var count: Int { marked.count }

  /// The marked messages, without those of marked threads.
  var messages: [ActionTarget] { marked.values.filter { $0.thread == nil } }

  /// The marked threads.
  var threads: [SourceThread] { marked.values.compactMap(\.thread) }

  func contains(_ item: Item) -> Bool { marked[item] != nil }

  /// The start of a range; nil if the last marked row is no longer marked.
  var rangeStart: Item? { last.flatMap { marked[$0] == nil ? nil : $0 } }

  /// Marks rows; the next range starts at the last one.
  mutating func mark(_ targets: [ActionTarget], last: Item? = nil) {
    for target in targets { marked[target.item] = target }
    self.last = last ?? targets.last?.item
    isByCount = false
  }

  /// Marks the rows that a count takes.
  mutating func markByCount(_ targets: [ActionTarget]) {
    mark(targets)
    isByCount = true
  }

  /// Starts a range that the cursor extends.
  mutating func beginRange(at target: ActionTarget) {
    growing = GrowingRange(start: target.item, end: target.item, earlier: marked)
    mark([target])
  }

  /// Extends or shortens the range to a row, and keeps earlier marks.
  mutating func growRange(_ targets: [ActionTarget], to end: Item) {
    guard let range = growing else { return }
    marked = range.earlier
    mark(targets, last: end)
    growing?.end = end
  }

  /// Ends the range, and keeps its marks.
  mutating func endRange() {
    growing = nil
  }

  /// Unmarks a row; false if it was not marked.
  mutating func unmark(_ item: Item) -> Bool {
    marked.removeValue(forKey: item) != nil
  }

  mutating func clear() {
    (marked, growing, isByCount) = ([:], nil, false)
  }

  // MARK: - Later rows

  /// Updates the state of marked rows from loaded ones.
  mutating func refresh(_ present: [ActionTarget]) {
    for target in present where marked[target.item] != nil { marked[target.item] = target }
  }

  /// Puts marks on other rows in the place of one, as a message becomes one of a thread, or a thread
  /// is shown as its messages.
  mutating func replace(_ item: Item, by targets: [ActionTarget]) {
    if let first = targets.first?.item {
      if last == item { last = first }
      if growing?.start == item { growing?.start = first }
      if growing?.end == item { growing?.end = first }
    }
    if growing?.earlier.removeValue(forKey: item) != nil {
      for target in targets { growing?.earlier[target.item] = target }
    }
    guard marked.removeValue(forKey: item) != nil else { return }
    for target in targets { marked[target.item] = target }
  }
}

extension ActionTarget {
  /// What a mark of its row is on.
  var item: ListMarks.Item { thread.map(ListMarks.Item.thread) ?? .message(number) }
}
