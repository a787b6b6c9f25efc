public import InboxCore

/// A message that an action applies to, as it stands once everything asked for has been done.
///
/// A marked one is remembered as it was last seen: it may be far from the rows at hand.
public struct ActionTarget: Sendable, Hashable {
  /// Which message.
  public var number: MessageNumber
  /// What opening it does.
  public var tap: TapBehavior
  /// Unread, read or deleted.
  public var status: Status
  /// Whether it is pinned.
  public var isPinned: Bool
  /// Whether it is out of sight until a moment.
  public var isSnoozed: Bool
}

extension UIState {
  /// Nothing is marked any more: an action would reach out of the scope that holds now.
  mutating func forgetMarks() {
    for place in lists.indices { lists[place].marked = [:] }
  }
}

extension ListState {
  /// How a message stands that an action applies to.
  func target(_ row: MessageRow) -> ActionTarget {
    ActionTarget(
      number: row.number, tap: row.tap, status: status(of: row),
      isPinned: pending[row.number]?.isPinned ?? row.isPinned,
      isSnoozed: pending[row.number]?.isSnoozed ?? (row.snoozedUntil != nil))
  }

  /// The marked messages: those at hand in their order, then those that are far away.
  var markedTargets: [ActionTarget] {
    let atHand = snapshot.rows.filter { marked[$0.number] != nil }.map(target)
    let numbers = Set(atHand.map(\.number))
    let others = marked.values.filter { !numbers.contains($0.number) }
    return atHand + others.sorted { $0.number < $1.number }
  }

  /// Marks a message, or brings what is known of a marked one up to date.
  mutating func mark(_ row: MessageRow) {
    marked[row.number] = target(row)
  }

  /// Brings the marked messages up to date, as far as they are at hand.
  mutating func refreshMarks() {
    guard !marked.isEmpty else { return }
    for row in snapshot.rows where marked[row.number] != nil { mark(row) }
  }
}
