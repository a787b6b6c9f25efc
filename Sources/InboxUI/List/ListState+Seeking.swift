import InboxCore

extension ListState {
  /// Moves to the next row of a kind; a loaded unread row at once, others after a lookup.
  ///
  /// - Parameters:
  ///   - kind: The kind and the direction.
  ///   - count: The number of rows to move by.
  ///   - layout: The layout of the list.
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

  /// Moves the cursor to the result of a seek.
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

  /// Searches from the cursor's row on; repeating a search moves to the next match.
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

  /// Handles the result of a seek; at an end of the list it wraps around once.
  mutating func receive(
    _ number: MessageNumber?, of seek: Seek, in layout: ListLayout
  ) -> Reply {
    guard let number else { return seek.origin == nil || seek.isOfAny ? fail(seek) : wrap(seek) }
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
      status: isSearch ? .noMatch(search?.text ?? "") : .noUnreadMessage, isMiss: true)
  }

  /// Handles the result of a seek while another list covers this one.
  mutating func receiveCovered(_ number: MessageNumber?, of seek: Seek) {
    guard isSeeking(seek) else { return }
    wait.endSeek()
    guard let number else { return }
    selected = number
    wait.expect(seek.landing(at: number))
    (followsTop, followsEnd) = (false, false)
  }

  // MARK: - Waiting

  /// Whether a slow read is pending.
  package var isWaiting: Bool { wait.isForRows }

  /// Whether a pending seek or slow read will move the cursor, or load the list.
  var isAwaitingAnswer: Bool { wait.isForCursor || (wait.isForRows && !isLoaded) }

  /// Whether a seek is pending.
  var isSeeking: Bool { wait.seek != nil }

  /// Whether this seek is pending.
  func isSeeking(_ seek: Seek) -> Bool { wait.seek == seek }
}
