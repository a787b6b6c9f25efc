import Foundation
import InboxCore

extension UIState {
  /// Asks for a change, marks its rows as pending and goes on to the next message.
  ///
  /// - Parameters:
  ///   - numbers: Which messages; what is marked is marked no longer.
  ///   - verb: What is done to them.
  ///   - now: The present moment.
  /// - Returns: The effects; none where nothing is to be done.
  mutating func change(_ numbers: [MessageNumber], by verb: Verb, at now: Date) -> [Effect] {
    if screen != .reader { list.marked = [:] }
    guard !numbers.isEmpty else { return [] }
    let wanted = Set(numbers)
    var rows = list.snapshot.rows.filter { wanted.contains($0.number) }
    if rows.isEmpty, let readerRow, wanted.contains(readerRow.number) { rows = [readerRow] }
    for row in rows { expect(verb, on: row) }
    return [.perform(verb, .numbers(numbers))] + goOn(from: rows, after: verb)
  }

  /// Notes what was asked of a row, until the store says that it is so.
  mutating func expect(_ verb: Verb, on row: MessageRow) {
    let before = list.pending[row.number]
    var change = PendingChange(
      status: list.status(of: row), isPinned: before?.isPinned ?? row.isPinned,
      isSnoozed: before?.isSnoozed, running: (before?.running ?? 0) + 1)
    switch verb {
    case .view, .open, .read: change.status = .read
    case .unread, .restore: change.status = .unread
    case .delete: change.status = .deleted
    case .pin: change.isPinned = true
    case .unpin: change.isPinned = false
    case .snooze: change.isSnoozed = true
    case .unsnooze: change.isSnoozed = false
    case .peek: break
    }
    list.pending[row.number] = change
    if change.status == .read, list.query.filter.hidesRead { list.kept.insert(row.number) }
  }

  /// Goes on from the row under the cursor when it alone was acted on; in the reader, from the
  /// message that leaves the list.
  private mutating func goOn(from rows: [MessageRow], after verb: Verb) -> [Effect] {
    if screen == .reader { return leaves(by: verb) ? readOn() : [] }
    switch verb {
    case .delete, .restore, .read, .unread, .snooze, .unsnooze: break
    default: return []
    }
    guard rows.count == 1, let index = list.selectedIndex, rows.first?.number == list.selected
    else { return [] }
    return select(neighbour(of: index, orPrevious: verb != .read && verb != .unread))
  }

  /// Whether what is done takes messages out of the list that is looked at.
  private func leaves(by verb: Verb) -> Bool {
    switch verb {
    case .delete: true
    case .restore: list.isTrash
    case .snooze: !list.showsSnoozed
    case .unsnooze: list.showsSnoozed
    default: false
    }
  }

  /// The next row that is not on its way out, else the previous one if that is wanted.
  func neighbour(of index: Int, orPrevious: Bool) -> Int? {
    let rows = list.snapshot.rows
    func stays(_ index: Int) -> Bool {
      (list.status(of: rows[index]) == .deleted) == list.isTrash
        && (list.pending[rows[index].number]?.isSnoozed ?? list.showsSnoozed) == list.showsSnoozed
    }
    return rows.indices[(index + 1)...].first(where: stays)
      ?? (orPrevious ? rows.indices[..<index].last(where: stays) : nil)
  }
}
