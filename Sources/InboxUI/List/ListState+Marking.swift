package import InboxCore

// MARK: - Marking

extension ListState {
  /// Toggles the mark of the row under the cursor, and moves to the next row.
  mutating func toggleMark(in layout: ListLayout) -> [Effect] {
    guard let row = selectedRow else { return [] }
    marks.endRange()
    if isMarked(row) {
      for item in items(of: row) { _ = marks.unmark(item) }
    } else {
      marks.mark([target(row)])
    }
    return step(1, in: layout)
  }

  /// Marks rows, and moves past them.
  mutating func mark(_ numbers: [MessageNumber], in layout: ListLayout) -> [Effect] {
    marks.mark(snapshot.rows.filter { numbers.contains($0.number) }.map(target))
    return step(numbers.count, in: layout)
  }

  /// Marks the rows from the last marked one to the cursor; without one, starts a range, which the
  /// next call ends.
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
    marks.mark(range, last: target(row).item)
    return Reply()
  }

  /// Extends the range to the cursor.
  ///
  /// Arrivals are not marked until the cursor moves.
  mutating func growRange() -> Reply {
    guard let growing = marks.growing, let end = selectedRow.map({ target($0).item }),
      end != growing.end
    else { return Reply() }
    guard let range = targets(from: growing.start) else {
      marks.endRange()
      return Self.tooLong
    }
    marks.growRange(range, to: end)
    return Reply()
  }

  private static let tooLong = Reply(status: .rangeTooLong)

  /// The rows from another one to the cursor, without folded groups; nil if it is not loaded.
  private func targets(from item: ListMarks.Item) -> [ActionTarget]? {
    guard let start = snapshot.rows.firstIndex(where: { items(of: $0).contains(item) }),
      let end = selectedIndex
    else { return nil }
    return snapshot.rows[min(start, end)...max(start, end)]
      .filter { foldedGroup(of: $0) == nil }.map(target)
  }

  /// Clears the marks, else the search; false if there was neither.
  mutating func clear() -> Bool {
    if !marks.isEmpty {
      marks.clear()
    } else if search != nil {
      search = nil
    } else {
      return false
    }
    return true
  }

  mutating func unmark(_ numbers: [MessageNumber]) {
    for number in numbers { _ = marks.unmark(.message(number)) }
  }

  // MARK: - Marked rows

  /// The marked messages, without those of marked threads.
  package var marked: [MessageNumber: ActionTarget] {
    Dictionary(uniqueKeysWithValues: marks.messages.map { ($0.number, $0) })
  }

  /// The marked messages, loaded ones first in the order of the rows, then the others by number.
  var markedTargets: [ActionTarget] {
    let marked = marked
    let atHand = snapshot.rows.map(target).filter { marked[$0.number] != nil && $0.thread == nil }
    let numbers = Set(atHand.map(\.number))
    let others = marked.values.filter { !numbers.contains($0.number) }
    return atHand + others.sorted { $0.number < $1.number }
  }

  /// Whether a row is marked, alone or with its thread.
  func isMarked(_ row: MessageRow) -> Bool {
    !marks.isEmpty && items(of: row).contains(where: marks.contains)
  }

  /// The marks that show on a row: of a collapsed thread that of the thread, of a message also that
  /// of its thread, which may have had more messages or one row.
  private func items(of row: MessageRow) -> [ListMarks.Item] {
    let thread = row.sourceThread.map(ListMarks.Item.thread)
    guard row.threadSummary == nil else { return [thread].compactMap(\.self) }
    // A message that is only kept on screen is not one of the thread's matches.
    let isKept = kept.contains(row.number) && row.status == .read
    return [.message(row.number)] + (isKept ? [] : [thread].compactMap(\.self))
  }

  /// Updates the marks from new rows: their states, and the threads that have taken in a marked
  /// message's row.
  mutating func followMarks(from old: InboxSnapshot) {
    guard !marks.isEmpty else { return }
    let targets = snapshot.rows.map(target)
    marks.refresh(targets)
    guard old.query.collapsesThreads, snapshot.query.collapsesThreads else { return }
    let threads = targets.reduce(into: [SourceThread: ActionTarget]()) { threads, target in
      if let thread = target.thread { threads[thread] = target }
    }
    let present = Set(targets.filter { $0.thread == nil }.map(\.number))
    for row in old.rows
    where !present.contains(row.number) && marks.contains(.message(row.number)) {
      guard let thread = row.sourceThread.flatMap({ threads[$0] }) else { continue }
      marks.replace(.message(row.number), by: [thread])
    }
    dropLeftThreads()
  }

  /// Unmarks threads that have left the list, if all of it is loaded.
  private mutating func dropLeftThreads() {
    guard snapshot.isComplete, !snapshot.hasEarlier, !snapshot.hasLater, !hasFolded else { return }
    let left = Set(marks.threads).subtracting(snapshot.rows.compactMap(\.sourceThread))
    for thread in left { _ = marks.unmark(.thread(thread)) }
  }
}
