import InboxCore

extension ListState {
  mutating func move(_ motion: Command.Motion, in layout: ListLayout) -> [Effect] {
    switch motion {
    case .moveDown: step(1, in: layout)
    case .moveUp: step(-1, in: layout)
    case .pageDown, .pageUp, .halfPageDown, .halfPageUp:
      move(lines: motion.lines(page: layout.page) ?? 0, in: layout)
    case .top: moveToTop(in: layout)
    case .bottom: moveToBottom(in: layout)
    }
  }

  /// Moves the cursor by messages, within the loaded rows.
  mutating func step(_ count: Int, in layout: ListLayout) -> [Effect] {
    guard let index = selectedIndex else { return [] }
    return select(min(max(index + count, 0), snapshot.rows.count - 1), in: layout)
  }

  /// Moves the cursor by messages; rows that are not loaded are looked up.
  mutating func step(to offset: Int, in layout: ListLayout) -> [Effect] {
    guard let index = selectedIndex else { return [] }
    let hasMore = offset > 0 ? snapshot.hasLater : snapshot.hasEarlier
    guard hasMore, !snapshot.rows.indices.contains(index + offset) else {
      return step(offset, in: layout)
    }
    return wait.begin(
      Seek(
        query: query, filter: .all, origin: selected,
        direction: offset > 0 ? .forward : .backward, count: abs(offset)))
  }

  /// Moves the cursor to the row of a rank, from 1, or to the last one.
  mutating func go(toRank rank: Int, in layout: ListLayout) -> [Effect] {
    if let first = self.rank.first, snapshot.rows.indices.contains(rank - first) {
      return select(rank - first, in: layout)
    }
    let total = query.hasJoinedRows ? nil : total
    if let total, rank >= total { return moveToBottom(in: layout) }
    var seek = Seek(query: query, filter: .all, origin: nil, count: max(rank, 1))
    if let total, rank > total / 2 { (seek.direction, seek.count) = (.backward, total - rank + 1) }
    return wait.begin(seek)
  }

  /// Moves the cursor to the row at `index`, and prefetches rows around it.
  mutating func select(_ index: Int?, in layout: ListLayout) -> [Effect] {
    guard let index, snapshot.rows.indices.contains(index) else { return [] }
    selected = snapshot.rows[index].number
    isFollowing = false
    wait.endSeek()
    noteEnds()
    reveal(in: layout)
    forgetSeenArrivals()
    return readAtMargin(in: layout)
  }

  /// Moves the cursor by lines, rounded to rows; negative moves up.
  private mutating func move(lines: Int, in layout: ListLayout) -> [Effect] {
    selectedIndex.map { select(row(lines: lines, from: $0, in: layout).index, in: layout) } ?? []
  }

  /// The loaded row `lines` below another one; negative looks up.
  private mutating func row(
    lines: Int, from start: Int, in layout: ListLayout
  ) -> (index: Int, isShort: Bool) {
    let indices = snapshot.rows.indices
    let step = lines < 0 ? -1 : 1
    return withGeometry(in: layout) { geometry in
      var index = start
      var left = abs(lines)
      while left > 0, indices.contains(index + step) {
        left -= geometry.height(step > 0 ? index : index + step)
        index += step
      }
      return (index, left > 0)
    }
  }

  /// Whether a motion leads beyond the loaded rows while a read is pending.
  mutating func needsRows(for motion: Command.Motion, in layout: ListLayout) -> Bool {
    guard isWaiting, let start = selectedIndex, let lines = motion.lines(page: layout.page) else {
      return false
    }
    if motion == .moveDown || motion == .moveUp { return needsRows(by: lines) }
    let hasMore = lines > 0 ? snapshot.hasLater : snapshot.hasEarlier
    return hasMore && row(lines: lines, from: start, in: layout).isShort
  }

  /// Whether the list has a row after the cursor in a direction.
  func hasRow(_ direction: SearchDirection) -> Bool {
    guard let index = selectedIndex else { return false }
    return direction == .forward
      ? snapshot.hasLater || index + 1 < snapshot.rows.count : snapshot.hasEarlier || index > 0
  }

  /// Whether a step by messages leads beyond the loaded rows while a read is pending.
  func needsRows(by count: Int) -> Bool {
    guard isWaiting, let start = selectedIndex else { return false }
    let hasMore = count > 0 ? snapshot.hasLater : snapshot.hasEarlier
    return hasMore && !snapshot.rows.indices.contains(start + count)
  }

  /// Moves the cursor to the first row of the list.
  mutating func moveToTop(in layout: ListLayout) -> [Effect] {
    snapshot.hasEarlier ? jump(.top, in: layout) : select(0, in: layout)
  }

  /// Moves the cursor to the last row of the list.
  mutating func moveToBottom(in layout: ListLayout) -> [Effect] {
    guard snapshot.hasLater else { return select(snapshot.rows.count - 1, in: layout) }
    return jump(.bottom, in: layout)
  }

  /// Moves the cursor once the rows at the target are read.
  mutating func jump(_ jump: ListJump, in layout: ListLayout) -> [Effect] {
    wait.expect(jump)
    return [read(jump.anchor, in: layout)]
  }

  /// Moves the cursor within the viewport, without scrolling: to its middle, or to a row counted from
  /// its top or bottom.
  mutating func go(
    to place: Command.Step, count: Int, in layout: ListLayout
  ) -> [Effect] {
    guard let scroll else { return [] }
    let row = withGeometry(in: layout) { $0.row(at: place, count: count, below: scroll) }
    return select(row, in: layout)
  }

  /// The next row that stays in the list, else optionally the previous one.
  func adjacentRow(
    of index: Int, orPrevious: Bool, except numbers: Set<MessageNumber> = []
  ) -> Int? {
    let rows = snapshot.rows
    func stays(_ index: Int) -> Bool {
      let (row, change) = (rows[index], pending[rows[index].number])
      return !numbers.contains(row.number) && (status(of: row) == .deleted) == isTrash
        && (change?.isSnoozed ?? showsSnoozed) == showsSnoozed
        && ((change?.isDone ?? showsDone) == showsDone || showsDone && !showsOnlyDone)
    }
    return rows.indices[(index + 1)...].first(where: stays)
      ?? (orPrevious ? rows.indices[..<index].last(where: stays) : nil)
  }

  /// Moves the cursor off messages that leave the list by a verb, to the nearest one that stays.
  ///
  /// After a toggle it stays on its message, so that pressing it twice changes nothing.
  mutating func moveOn(
    from numbers: Set<MessageNumber>, after verb: Verb, in layout: ListLayout
  ) -> [Effect] {
    guard isLeft(after: verb) else {
      // Stay on a message that a pin moves, also when it was on top.
      if verb == .pin || verb == .unpin { (followsTop, followsEnd) = (false, false) }
      return []
    }
    guard let index = selectedIndex, let selected, numbers.contains(selected) else { return [] }
    return select(adjacentRow(of: index, orPrevious: true, except: numbers), in: layout)
  }

  /// Whether a verb removes messages from the list.
  func isLeft(after verb: Verb) -> Bool {
    switch verb {
    case .delete: true
    case .restore: isTrash
    case .snooze: !showsSnoozed
    case .unsnooze: showsSnoozed
    case .done: !showsDone
    case .undone, .unread: showsOnlyDone
    case .view, .peek, .open, .read, .pin, .unpin: false
    }
  }
}

extension Command.Motion {
  /// The lines that it goes down, or up if negative; nil to the top or the bottom.
  func lines(page: Int, halfPage: Int? = nil) -> Int? {
    let halfPage = halfPage ?? max(page / 2, 1)
    return switch self {
    case .moveDown: 1
    case .moveUp: -1
    case .pageDown: page
    case .pageUp: -page
    case .halfPageDown: halfPage
    case .halfPageUp: -halfPage
    case .top, .bottom: nil
    }
  }

  /// The direction of a step; nil for the top and the bottom.
  var direction: SearchDirection? { lines(page: 1).map { $0 > 0 ? .forward : .backward } }
}
