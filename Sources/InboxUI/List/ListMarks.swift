package import InboxCore

/// A message that an action applies to, as it stands once all pending changes are done.
///
/// A marked one is remembered as it was last seen: it may be far from the rows at hand.
package struct ActionTarget: Sendable, Hashable {
  /// The message.
  package var number: MessageNumber
  /// What opening it does.
  package var tap: TapBehavior
  /// Unread, read or deleted.
  package var status: Status
  /// Whether it is pinned.
  package var isPinned: Bool
  /// Whether it is snoozed.
  package var isSnoozed: Bool
}

/// The messages of a list that a person has marked to act on together.
struct ListMarks: Sendable, Hashable {
  private(set) var targets: [MessageNumber: ActionTarget] = [:]
  /// The message that was marked last, from which a range starts.
  private var last: MessageNumber?
  /// The range that the cursor extends; nil while there is none.
  private(set) var growing: GrowingRange?

  /// A range of marks between the message where it began and the cursor.
  struct GrowingRange: Sendable, Hashable {
    /// The message where it began.
    let start: MessageNumber
    /// The message under the cursor when it was marked.
    fileprivate(set) var end: MessageNumber
    /// What was marked before.
    fileprivate let earlier: [MessageNumber: ActionTarget]
  }

  /// Whether nothing is marked.
  var isEmpty: Bool { targets.isEmpty }

  /// The start of a range; nil when nothing is marked from which one could start.
  var rangeStart: MessageNumber? { last.flatMap { targets[$0] == nil ? nil : $0 } }

  /// Marks messages; the last one starts the next range.
  mutating func mark(_ marked: [ActionTarget], last: MessageNumber? = nil) {
    for target in marked { targets[target.number] = target }
    self.last = last ?? marked.last?.number
  }

  /// Begins a range that the cursor extends.
  mutating func beginRange(at target: ActionTarget) {
    growing = GrowingRange(start: target.number, end: target.number, earlier: targets)
    mark([target])
  }

  /// Extends the range to a message, or shortens it; what was marked before stays marked.
  mutating func growRange(_ marked: [ActionTarget], to end: MessageNumber) {
    guard let range = growing else { return }
    targets = range.earlier
    mark(marked, last: end)
    growing?.end = end
  }

  /// Ends the range; its marks stay.
  mutating func endRange() {
    growing = nil
  }

  /// Unmarks a message; returns whether it was marked.
  mutating func unmark(_ number: MessageNumber) -> Bool {
    targets.removeValue(forKey: number) != nil
  }

  /// Unmarks all messages.
  mutating func clear() {
    (targets, growing) = ([:], nil)
  }

  /// Brings the marked messages up to date, as far as they are among these.
  mutating func refresh(_ present: [MessageRow], _ target: (MessageRow) -> ActionTarget) {
    guard !targets.isEmpty else { return }
    for row in present where targets[row.number] != nil { targets[row.number] = target(row) }
  }

  /// The marked messages: those among the rows in their order, then those that are far away.
  func ordered(by rows: [MessageRow], _ target: (MessageRow) -> ActionTarget) -> [ActionTarget] {
    let atHand = rows.filter { targets[$0.number] != nil }.map(target)
    let numbers = Set(atHand.map(\.number))
    let others = targets.values.filter { !numbers.contains($0.number) }
    return atHand + others.sorted { $0.number < $1.number }
  }
}
