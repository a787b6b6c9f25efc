import Foundation
import InboxCore

extension UIState {
  /// Changes messages as a command says; nil when the command changes none.
  mutating func act(_ command: Command, at now: Date) -> [Effect]? {
    switch command {
    case .toggleRead: return toggleRead()
    case .togglePin: return togglePin()
    case .delete: return delete()
    case .restore: return change(targets.filter { list.status(of: $0) == .deleted }, .restore)
    case .open: return open(at: now)
    case .actions: return list.selected.map { [.fetch([$0], .actions)] } ?? []
    case .copy: return targetNumbers.isEmpty ? [] : [.fetch(targetNumbers, .copyText)]
    case .copyLink: return targetNumbers.isEmpty ? [] : [.fetch(targetNumbers, .copyLink)]
    case .pipe: return askForCommand()
    case .snooze: return askForSnooze(at: now)
    case .markAllRead: return askAboutAll(.markAllRead, list.query.filter.unreadOnly, at: now)
    case .deleteAll: return askAboutAll(.deleteAll, list.query.filter, at: now)
    case .purge: return askToPurge()
    case .purgeAll: return askAboutAll(.purge, list.query.filter, at: now)
    default: return nil
    }
  }

  /// Rows that an action applies to: the marked ones at hand, else the one under the cursor.
  var targets: [MessageRow] {
    guard screen != .reader else { return readerRow.map { [$0] } ?? [] }
    guard list.marked.isEmpty else {
      return list.snapshot.rows.filter { list.marked[$0.number] != nil }
    }
    return list.selectedRow.map { [$0] } ?? []
  }

  /// Numbers that an action applies to; marked ones count also when they are far away.
  var targetNumbers: [MessageNumber] {
    if screen == .reader { return reader.map { [$0.number] } ?? [] }
    return list.marked.isEmpty
      ? list.selected.map { [$0] } ?? [] : list.marked.keys.sorted()
  }

  private mutating func toggleRead() -> [Effect] {
    let rows = targets
    let verb: Verb = rows.contains { list.status(of: $0) == .unread } ? .read : .unread
    let aimed: Status = verb == .read ? .read : .unread
    return change(rows.filter { ![aimed, .deleted].contains(list.status(of: $0)) }, verb)
  }

  private mutating func togglePin() -> [Effect] {
    let rows = targets
    let isPinned = rows.contains { !(list.pending[$0.number]?.isPinned ?? $0.isPinned) }
    return change(rows, isPinned ? .pin : .unpin)
  }

  private mutating func delete() -> [Effect] {
    change(targets.filter { list.status(of: $0) != .deleted }, .delete)
  }

  /// Asks for a change, marks its rows as pending and moves the cursor on.
  private mutating func change(_ rows: [MessageRow], _ verb: Verb) -> [Effect] {
    var numbers = rows.map(\.number)
    if !list.marked.isEmpty, screen != .reader {
      let loaded = Set(list.snapshot.rows.map(\.number))
      numbers += list.marked.keys.filter { !loaded.contains($0) }.sorted()
      list.marked = [:]
    }
    guard !numbers.isEmpty else { return [] }
    for row in rows { expect(verb, on: row) }
    return [.perform(verb, .numbers(numbers))] + moveOn(from: rows, after: verb)
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

  /// Moves on from the row under the cursor when it was among those acted on.
  mutating func moveOn(from rows: [MessageRow], after verb: Verb) -> [Effect] {
    switch verb {
    case .delete, .restore, .read, .unread, .snooze, .unsnooze: break
    default: return []
    }
    guard rows.count == 1, screen != .reader, let index = list.selectedIndex,
      rows.first?.number == list.selected
    else { return [] }
    let leaves = verb != .read && verb != .unread
    return select(neighbour(of: index, orPrevious: leaves))
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

extension UIState {
  private mutating func askToPurge() -> [Effect] {
    let numbers = targetNumbers
    guard !numbers.isEmpty else { return [] }
    confirmation = ConfirmState(
      action: .purge, selection: .numbers(numbers), count: numbers.count)
    return []
  }

  /// Finds out how many a bulk command would touch; the question comes with the count.
  private mutating func askAboutAll(
    _ action: ConfirmState.Action, _ filter: MessageFilter?, at now: Date
  ) -> [Effect] {
    guard let filter else {
      tell("Nothing to do: no unread message is shown.", at: now)
      return []
    }
    question = ConfirmState(
      action: action, selection: .matching(filter, upTo: list.snapshot.newestNumber), count: 0)
    return [.count(filter)]
  }
}
