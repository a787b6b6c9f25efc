import InboxCore

extension ListState {
  /// Goes to the next row of a kind: at once when it is at hand, else the store is asked.
  ///
  /// - Parameters:
  ///   - kind: Which rows, in which direction.
  ///   - count: Which one of them.
  ///   - layout: The room for the list.
  /// - Returns: The reply.
  mutating func seek(_ kind: SeekKind, count: Int = 1, in layout: ListLayout) -> Reply {
    switch kind {
    case .unread(let direction):
      if count == 1, !hasFolded, let index = unreadAtHand(direction) {
        return arrive(at: index, in: layout)
      }
      return ask(for: .unread, direction, count: count)
    case .match(let direction):
      guard let search else { return Reply(status: .noPreviousSearch) }
      return ask(for: search.filter, direction, count: count)
    }
  }

  private func unreadAtHand(_ direction: SearchDirection) -> Int? {
    guard let index = selectedIndex else { return nil }
    let rows = snapshot.rows
    func isUnread(_ index: Int) -> Bool { status(of: rows[index]) == .unread }
    return direction == .forward
      ? rows.indices[(index + 1)...].first(where: isUnread)
      : rows.indices[..<index].last(where: isUnread)
  }

  private mutating func ask(
    for filter: MessageFilter, _ direction: SearchDirection, count: Int
  ) -> Reply {
    let seek = Seek(
      query: query, filter: filter, origin: selected, direction: direction, count: count)
    return Reply(effects: wait.begin(seek))
  }

  /// Puts the cursor on a row that was sought.
  private mutating func arrive(
    at index: Int, in layout: ListLayout, opensFolds: Bool = true
  ) -> Reply {
    if opensFolds, let group = foldedGroup(of: snapshot.rows[index]) {
      let number = snapshot.rows[index].number
      return Reply(
        effects: unfold(group, landing: .to(number), in: layout), arrival: number)
    }
    let effects = select(index, in: layout)
    return Reply(effects: effects, arrival: selected)
  }

  /// Starts a search, which goes to its first match at the cursor or after it; the same search
  /// again goes on to the next one.
  mutating func search(for text: String) -> [Effect] {
    let search = SearchState(text: text)
    let isAgain = self.search == search
    self.search = search
    let index = selectedIndex.map { $0 + (isAgain ? 1 : 0) } ?? 0
    return wait.begin(
      Seek(
        query: query, filter: search.filter,
        origin: index > 0 ? snapshot.rows[index - 1].number : nil))
  }

  /// Goes to the row that a seek has found; at an end it wraps around once.
  mutating func receive(
    _ number: MessageNumber?, of seek: Seek, in layout: ListLayout
  ) -> Reply {
    guard let number else {
      return seek.origin == nil || seek.isOfAny ? fail(seek) : wrap(seek)
    }
    wait.endSeek()
    if let index = index(of: number) {
      return arrive(at: index, in: layout, opensFolds: !seek.isOfAny)
    }
    return Reply(effects: jump(seek.landing(at: number), in: layout), arrival: number)
  }

  private mutating func wrap(_ seek: Seek) -> Reply {
    var next = seek
    next.origin = nil
    let isSearch = seek.filter == search?.filter
    return Reply(
      effects: wait.begin(next),
      status: isSearch ? .searchWrapped(seek.direction, nil) : .wrapped(seek.direction))
  }

  private mutating func fail(_ seek: Seek) -> Reply {
    wait.endSeek()
    if seek.isOfAny { return Reply() }
    let isSearch = seek.filter == search?.filter
    return Reply(
      status: isSearch ? .noMatch(search?.text ?? "", problem: nil) : .noUnreadMessage,
      isMiss: true)
  }

  /// Takes in what a seek has found while another list covers this one; it shows later.
  mutating func receiveCovered(_ number: MessageNumber?, of seek: Seek) {
    guard isSeeking(seek) else { return }
    wait.endSeek()
    guard let number else { return }
    selected = number
    wait.expect(seek.landing(at: number))
    (followsTop, followsEnd) = (false, false)
  }
}

// MARK: - Waiting

extension ListState {
  /// Whether rows are being read that take longer than usual.
  package var isWaiting: Bool { wait.isForRows }

  /// Whether the cursor is about to go elsewhere, by a seek or by rows that take long.
  var isAwaitingAnswer: Bool { wait.isForCursor || (wait.isForRows && !isLoaded) }

  /// Whether a seek has not been answered.
  var isSeeking: Bool { wait.seek != nil }

  /// Whether this seek is the one that has not been answered.
  func isSeeking(_ seek: Seek) -> Bool { wait.seek == seek }

  /// Takes in that a seek has failed.
  mutating func seekFailed(_ seek: Seek) {
    if isSeeking(seek) { wait.endSeek() }
  }

  /// Takes in that the rows that were requested take longer than usual.
  mutating func rowsPostponed() {
    wait.beginRows()
  }

  /// Takes in that rows could not be read.
  ///
  /// - Returns: Whether the cursor was to go elsewhere with them.
  mutating func rowsFailed() -> Bool {
    defer { wait.failRows() }
    return wait.jump != nil
  }

  /// Gives up the seek or the jump that is under way.
  ///
  /// - Returns: What the status line shows; nil where there is neither.
  @discardableResult
  mutating func stopWaiting() -> StatusText? {
    wait.giveUp()
  }
}
