import Foundation
import InboxCore

/// A search while its text is typed: where it began, and what it has found so far.
struct LiveSearch: Sendable, Hashable {
  /// The message under the cursor at the beginning; nil in an empty list.
  let origin: MessageNumber?
  /// What was in sight at the beginning.
  let scroll: ScrollAnchor?
  /// The search before.
  let earlier: SearchState?
  /// The groups, and which of them were folded, at the beginning.
  let grouping: MessageGrouping?
  /// The row before the origin, from which the search looks on.
  let start: MessageNumber?
  /// The seek that has not been answered.
  var seek: Seek?
  /// The match that the cursor has gone to.
  var found: MessageNumber?
  /// Whether nothing matches what was typed.
  var isMiss = false
  /// Why the expression that was typed cannot be read.
  var problem: String?
  /// Which match it is, and of how many, once that is counted.
  var tally: MatchTally?

  /// Begins where the cursor of a list is.
  init(in list: ListState) {
    origin = list.selected
    scroll = list.scroll
    earlier = list.search
    grouping = list.query.grouping
    start = list.selectedIndex.flatMap { $0 > 0 ? list.snapshot.rows[$0 - 1].number : nil }
  }

  /// Takes another text, of which nothing is known yet.
  mutating func begin(_ seek: Seek?) {
    (self.seek, found, isMiss, tally) = (seek, nil, false, nil)
    problem = nil
  }

  /// What the prompt shows beside the text.
  var note: String {
    if isMiss { return problem ?? "no match" }
    if let tally { return tally.text }
    return seek == nil && found == nil ? "" : "…"
  }
}

extension MatchTally {
  /// The rank and the number, such as `3 of 12`.
  var text: String { "\(rank) of \(total)" }
}

extension LiveSearch {
  /// Moves the cursor of a list to a match; of the groups that were folded, the one around it is
  /// unfolded.
  func select(
    _ number: MessageNumber, in list: inout ListState, _ layout: ListLayout
  ) -> [Effect] {
    guard let index = list.index(of: number) else {
      guard grouping != list.query.grouping else { return list.jump(.to(number), in: layout) }
      return list.regroup(grouping, landing: .to(number), in: layout)
    }
    var grouping = grouping
    if let kind = grouping?.kind {
      var reader = GroupReader(kind)
      grouping?.setFolded(false, reader.group(of: list.snapshot.rows[index]))
    }
    guard grouping != list.query.grouping else { return list.select(index, in: layout) }
    return list.regroup(grouping, landing: .to(number), in: layout)
  }

  /// Restores cursor, rows and folded groups of a list as they were when the search began.
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

  /// Ends the search as it is; a list waits for what is not found yet.
  func finish(in list: inout ListState) -> Reply {
    if let seek { return Reply(effects: list.wait.begin(seek)) }
    guard !isMiss else {
      return Reply(status: .noMatch(list.search?.text ?? "", problem: problem), isMiss: true)
    }
    return Reply(status: tally.map { .match($0, didWrap: false) })
  }
}

// MARK: - Searching

extension PromptSession {
  /// Lets a person type a search, for which the cursor of a list moves with each key; without a
  /// list nothing moves.
  mutating func beginSearch(in list: ListState?) -> Reply {
    search = list.map(LiveSearch.init)
    return Reply(overlay: .prompt(PromptState(.search)))
  }

  /// Seeks the text of a search; the same search as before begins at the next match.
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
    live.begin(seek)
    live.problem = wanted.problem
    return [.find(.early(seek))]
  }

  /// Shows what was found in a short time; where nearer matches may exist, the seek continues.
  mutating func receive(
    _ match: EarlyMatch, of seek: Seek, in list: inout ListState, _ layout: ListLayout
  ) -> [Effect] {
    switch match {
    case .next(let number): return receive(number, of: seek, in: &list, layout)
    case .any(let number):
      guard search?.seek == seek else { return [] }
      search?.found = number
      let cursor = number.flatMap { search?.select($0, in: &list, layout) }
      return (cursor ?? []) + [.find(.typed(seek))]
    }
  }

  /// Shows what the text has found; at the end the seek wraps around once.
  mutating func receive(
    _ number: MessageNumber?, of seek: Seek, in list: inout ListState, _ layout: ListLayout
  ) -> [Effect] {
    guard var live = search, live.seek == seek else { return [] }
    defer { search = live }
    if let number {
      (live.seek, live.found) = (nil, number)
      return live.select(number, in: &list, layout) + [.find(.tally(seek, number))]
    }
    guard seek.origin == nil else {
      live.seek?.origin = nil
      // Only forward there is something that is found sooner.
      return live.seek.map { [.find($0.direction == .forward ? .early($0) : .typed($0))] } ?? []
    }
    (live.seek, live.isMiss) = (nil, true)
    return live.restore(&list, in: layout)
  }

  /// Ends a seek that has failed.
  mutating func fail(_ seek: Seek) {
    if search?.seek == seek { search?.begin(nil) }
  }

  /// Shows which match the cursor is on; false where it is not one of the text that is typed.
  mutating func receive(_ tally: MatchTally, of request: TallyMatch) -> Bool {
    guard search?.found == request.number else { return false }
    search?.tally = tally
    return true
  }

  /// Seeks another match of the text; an empty line is replaced by the last search.
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
    guard let wanted = list.search, live.seek == nil, let found = live.found else {
      return Reply()
    }
    let seek = Seek(
      query: list.query, filter: wanted.filter, origin: found, direction: direction)
    (live.seek, live.tally) = (seek, nil)
    search = live
    return Reply(effects: [.find(.typed(seek))])
  }
}

extension ListState {
  /// The status that names the match at the cursor; nil where the tally is of another one, or where
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
