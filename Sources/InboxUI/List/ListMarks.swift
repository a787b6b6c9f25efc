package import InboxCore

/// The target of an action, with its state after all pending changes.
///
/// A marked message keeps its last known state while its row is not loaded.
package struct ActionTarget: Sendable, Hashable {
  package var number: MessageNumber
  /// What opening the message does.
  package var tap: TapBehavior
  package var status: Status
  package var isPinned: Bool
  package var isSnoozed: Bool
}

/// The marked messages, which an action applies to together.
struct ListMarks: Sendable, Hashable {
  private(set) var targets: [MessageNumber: ActionTarget] = [:]
  /// The last marked message, where a range starts.
  private var last: MessageNumber?
  /// The range that the cursor extends; nil for none.
  private(set) var growing: GrowingRange?

  /// A range of marks from its start to the cursor.
  struct GrowingRange: Sendable, Hashable {
    let start: MessageNumber
    /// The message under the cursor at the last update.
    fileprivate(set) var end: MessageNumber
    /// The marks before the range.
    fileprivate let earlier: [MessageNumber: ActionTarget]
  }

  var isEmpty: Bool { targets.isEmpty }

  /// The start of a range; nil if the last marked message is no longer marked.
  var rangeStart: MessageNumber? { last.flatMap { targets[$0] == nil ? nil : $0 } }

  /// Marks messages; the next range starts at the last one.
  mutating func mark(_ marked: [ActionTarget], last: MessageNumber? = nil) {
    for target in marked { targets[target.number] = target }
    self.last = last ?? marked.last?.number
  }

  /// Starts a range that the cursor extends.
  mutating func beginRange(at target: ActionTarget) {
    growing = GrowingRange(start: target.number, end: target.number, earlier: targets)
    mark([target])
  }

  /// Extends or shortens the range to a message, and keeps earlier marks.
  mutating func growRange(_ marked: [ActionTarget], to end: MessageNumber) {
    guard let range = growing else { return }
    targets = range.earlier
    mark(marked, last: end)
    growing?.end = end
  }

  /// Ends the range, and keeps its marks.
  mutating func endRange() {
    growing = nil
  }

  /// Unmarks a message; false if it was not marked.
  mutating func unmark(_ number: MessageNumber) -> Bool {
    targets.removeValue(forKey: number) != nil
  }

  mutating func clear() {
    (targets, growing) = ([:], nil)
  }

  /// Updates the state of marked messages from loaded rows.
  mutating func refresh(_ present: [MessageRow], _ target: (MessageRow) -> ActionTarget) {
    guard !targets.isEmpty else { return }
    for row in present where targets[row.number] != nil { targets[row.number] = target(row) }
  }

  /// The marked messages: loaded ones in the order of the rows, then the others by number.
  func ordered(by rows: [MessageRow], _ target: (MessageRow) -> ActionTarget) -> [ActionTarget] {
    let atHand = rows.filter { targets[$0.number] != nil }.map(target)
    let numbers = Set(atHand.map(\.number))
    let others = targets.values.filter { !numbers.contains($0.number) }
    return atHand + others.sorted { $0.number < $1.number }
  }
}
