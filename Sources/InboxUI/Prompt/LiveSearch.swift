import InboxCore

/// An incremental search: its starting point and what the typed text has found.
struct LiveSearch: Sendable, Hashable {
  /// The message under the cursor at the start; nil in an empty list.
  let origin: MessageNumber?
  /// The scroll position at the start.
  let scroll: ScrollAnchor?
  /// The previous search.
  let earlier: SearchState?
  /// The grouping at the start, with its folded groups.
  let grouping: MessageGrouping?
  /// The row before the origin: seeks start after it, so that the origin can match.
  let start: MessageNumber?
  /// The seek in flight.
  var seek: Seek?
  /// The match under the cursor.
  var found: MessageNumber?
  /// Whether the typed text has no match.
  var isMiss = false
  /// The error of an invalid regular expression.
  var problem: String?
  /// The rank and number of matches, once counted.
  var tally: MatchTally?

  /// Starts at the cursor of a list.
  init(in list: ListState) {
    origin = list.selected
    scroll = list.scroll
    earlier = list.search
    grouping = list.query.grouping
    start = list.selectedIndex.flatMap { $0 > 0 ? list.snapshot.rows[$0 - 1].number : nil }
  }

  /// Resets the results for another text.
  mutating func begin(_ seek: Seek?, problem: String? = nil) {
    (self.seek, found, isMiss, tally, self.problem) = (seek, nil, false, nil, problem)
  }

  /// The note beside the typed text.
  var note: String {
    if isMiss { return problem ?? "no match" }
    if let tally { return tally.text }
    return seek == nil && found == nil ? "" : "…"
  }
}

extension MatchTally {
  /// Rank and total, such as `3 of 12`.
  var text: String { "\(rank) of \(total)" }
}

extension LiveSearch {
  /// Moves the list's cursor to a match and unfolds only its group.
  func select(
    _ number: MessageNumber, in list: inout ListState, _ layout: ListLayout
  ) -> [Effect] {
    let index = list.index(of: number)
    var grouping = grouping
    if let index, let kind = grouping?.kind {
      var reader = GroupReader(kind)
      grouping?.setFolded(false, reader.group(of: list.snapshot.rows[index]))
    }
    guard grouping == list.query.grouping else {
      return list.regroup(grouping, landing: .to(number), in: layout)
    }
    return index.map { list.select($0, in: layout) } ?? list.jump(.to(number), in: layout)
  }

  /// Restores cursor, scroll position and folded groups from the start of the search.
  func restore(_ list: inout ListState, in layout: ListLayout) -> [Effect] {
    if grouping != list.query.grouping {
      let landing = origin.map(ListJump.visible) ?? .top
      return list.regroup(grouping, landing: landing, in: layout)
    }
    guard let origin, list.selected != origin else { return [] }
    guard let index = list.index(of: origin) else {
      return list.jump(.ifListed(origin), in: layout)
    }
    if let scroll, list.index(of: scroll.number) != nil { list.scroll = scroll }
    return list.select(index, in: layout)
  }

  /// Ends the search with its current result; a seek in flight continues in the list.
  func finish(in list: inout ListState) -> Reply {
    if let seek { return Reply(effects: list.wait.begin(seek)) }
    guard !isMiss else {
      return Reply(status: .noMatch(list.search?.text ?? ""), isMiss: true)
    }
    return Reply(status: tally.map { .match($0, didWrap: false) })
  }
}

// MARK: - Searching

extension PromptSession {
  /// Opens the search prompt; the list's cursor moves with each key; nil in the reader.
  mutating func beginSearch(in list: ListState?) -> Reply {
    if list != nil { end() }
    search = list.map(LiveSearch.init)
    return Reply(overlay: .prompt(PromptState(.search)))
  }

  /// Seeks the typed text; the same text as in the previous search seeks the next match.
  mutating func search(
    for text: String, in list: inout ListState, _ layout: ListLayout
  ) -> [Effect] {
    guard var live = search else { return [] }
    defer { search = live }
    guard !text.isEmpty else {
      live.begin(nil)
      list.search = live.earlier
      return live.restore(&list, in: layout)
    }
    let wanted = SearchState(text: text)
    list.search = wanted
    let start = live.earlier == wanted ? live.origin : live.start
    let seek = Seek(query: list.query, filter: wanted.filter, origin: start)
    live.begin(seek, problem: wanted.problem)
    return [TypedSeek(seek: seek, isEarly: true).effect]
  }

  /// Shows the match found within the time budget; if a nearer one may exist, the seek continues.
  mutating func receive(
    _ match: EarlyMatch, of seek: Seek, in list: inout ListState, _ layout: ListLayout
  ) -> [Effect] {
    switch match {
    case .next(let number): return receive(number, of: seek, in: &list, layout)
    case .any(let number):
      guard search?.seek == seek else { return [] }
      search?.found = number
      let cursor = number.flatMap { search?.select($0, in: &list, layout) }
      return (cursor ?? []) + [TypedSeek(seek: seek).effect]
    }
  }

  /// Shows the match of the typed text; at the end of the list the seek wraps around once.
  mutating func receive(
    _ number: MessageNumber?, of seek: Seek, in list: inout ListState, _ layout: ListLayout
  ) -> [Effect] {
    guard var live = search, live.seek == seek else { return [] }
    defer { search = live }
    if let number {
      (live.seek, live.found) = (nil, number)
      return live.select(number, in: &list, layout) + [
        TallyMatch(seek: seek, number: number).effect
      ]
    }
    guard seek.origin == nil else {
      live.seek?.origin = nil
      // Early seeks only search forward.
      guard let seek = live.seek else { return [] }
      return [TypedSeek(seek: seek, isEarly: seek.direction == .forward).effect]
    }
    (live.seek, live.isMiss) = (nil, true)
    return live.restore(&list, in: layout)
  }

  /// Ends a failed seek.
  mutating func fail(_ seek: Seek) {
    if search?.seek == seek { search?.begin(nil) }
  }

  /// Shows the rank of the current match; false if the tally is for another message.
  mutating func receive(_ tally: MatchTally, of request: TallyMatch) -> Bool {
    guard search?.found == request.number else { return false }
    search?.tally = tally
    return true
  }

  /// Seeks the next or previous match; in an empty line, searches for the last text again.
  mutating func step(
    _ direction: SearchDirection, from line: PromptState, in list: inout ListState,
    _ layout: ListLayout
  ) -> Reply {
    guard var live = search else { return Reply() }
    guard !line.text.isEmpty else {
      guard let text = history.lines(of: .search).last else { return Reply() }
      var line = line
      line.insert(text)
      return Reply(effects: search(for: line.text, in: &list, layout), overlay: .prompt(line))
    }
    guard let wanted = list.search, live.seek == nil, let found = live.found else { return Reply() }
    let seek = Seek(
      query: list.query, filter: wanted.filter, origin: found, direction: direction)
    (live.seek, live.tally) = (seek, nil)
    search = live
    return Reply(effects: [TypedSeek(seek: seek).effect])
  }
}

extension ListState {
  /// The status with the rank of the match; nil for a tally of another message or search, or while
  /// another status is shown.
  func status(
    of tally: MatchTally, for request: TallyMatch, after shown: StatusText?
  ) -> StatusText? {
    guard selected == request.number, search?.filter == request.seek.filter else { return nil }
    switch shown {
    case nil: return .match(tally, didWrap: false)
    case .searchWrapped(let end, _): return .searchWrapped(end, tally)
    default: return nil
    }
  }
}
