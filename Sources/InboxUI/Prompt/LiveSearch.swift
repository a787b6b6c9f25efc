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

extension UIState {
  /// Whether the list follows what is being typed, so that no key waits for rows.
  var isTypingLive: Bool {
    prompt != nil && (prompting.search != nil || prompting.filterBefore != nil)
  }

  /// Lets a person type a search; the list follows each key.
  mutating func beginSearch() {
    guard screen != .help else {
      prompt = PromptState(.keys)
      help?.narrow(to: "")
      return
    }
    prompt = PromptState(.search)
    prompting.search = screen.isList ? LiveSearch(in: list) : nil
  }

  /// Lets a person type a filter; the list follows each key.
  mutating func beginFilter() {
    prompt = PromptState(.filter, text: list.filterText)
    prompting.filterBefore = list
  }

  /// Shows what the text that is being typed finds or leaves.
  mutating func followTyping(at now: Date) -> [Effect] {
    switch prompt?.purpose {
    case .search: return searchTyped()
    case .filter: return filterTyped(at: now)
    case .title: return prompt.flatMap { prompting.titles?.search($0.text) } ?? []
    case .keys:
      let words = prompt?.text ?? ""
      help?.narrow(to: words)
    default: break
    }
    return []
  }

  /// Shows the list again as it was before anything was typed.
  mutating func cancelTyping() -> [Effect] {
    prompting.titles = nil
    if screen == .help { help?.narrow(to: "") }
    if let live = prompting.search {
      prompting.search = nil
      list.search = live.earlier
      return goBack(to: live)
    }
    guard let before = prompting.filterBefore else { return [] }
    prompting.filterBefore = nil
    guard before.query != list.query else { return [] }
    list = before
    return list.reread(in: listLayout)
  }

  /// Ends the following of a line that is put aside.
  mutating func endTyping() {
    prompting.end()
  }

  /// What the prompt shows beside the text: that a key means nothing, which match it is, or how many messages are left.
  var promptNote: String {
    if let key = prompt?.unboundKey { return "\(key.name) is not bound" }
    if let search = prompting.search { return search.note }
    if let titles = prompting.titles { return titles.note }
    guard prompting.filterBefore != nil, let text = prompt?.text else { return "" }
    // What is shown is still that of an earlier text.
    guard FilterDraft.isReadable(text) else { return "not complete" }
    return list.isLoaded ? list.total.map(MessageCount.text) ?? "…" : "…"
  }
}

// MARK: - Searching

extension UIState {
  private mutating func searchTyped() -> [Effect] {
    guard var live = prompting.search, let text = prompt?.text else { return [] }
    guard !text.isEmpty else {
      live.begin(nil)
      prompting.search = live
      list.search = live.earlier
      return goBack(to: live)
    }
    let search = SearchState(text: text)
    list.search = search
    // The same search again goes on to the next match.
    let start = live.earlier == search ? live.origin : live.start
    let seek = Seek(query: list.query, filter: search.filter, origin: start)
    live.begin(seek)
    live.problem = search.problem
    prompting.search = live
    return [.find(.early(seek))]
  }

  /// Goes to what was found in a short time; while nearer matches may exist, it looks on.
  mutating func receive(_ match: EarlyMatch, of request: EarlySeek) -> [Effect] {
    switch match {
    case .next(let number): foundTyped(number, by: request.seek)
    case .any(let number): foundEarly(number, by: request.seek)
    }
  }

  private mutating func foundEarly(_ number: MessageNumber?, by seek: Seek) -> [Effect] {
    guard var live = prompting.search, live.seek == seek else { return [] }
    live.found = number
    prompting.search = live
    return (number.map { go(to: $0, of: live) } ?? []) + [.find(.typed(seek))]
  }

  /// Goes to what the typed text has found; at the end it wraps around once.
  mutating func foundTyped(_ number: MessageNumber?, by seek: Seek) -> [Effect] {
    guard var live = prompting.search, live.seek == seek else { return [] }
    defer { prompting.search = live }
    if let number {
      (live.seek, live.found) = (nil, number)
      return go(to: number, of: live) + [.find(.tally(seek, number))]
    }
    guard seek.origin == nil else {
      live.seek?.origin = nil
      // Only forward there is something that is found sooner.
      return live.seek.map { [.find($0.direction == .forward ? .early($0) : .typed($0))] } ?? []
    }
    (live.seek, live.isMiss) = (nil, true)
    return goBack(to: live)
  }

  /// Goes to another match of the typed text; where nothing is typed yet, to one of the last
  /// search.
  mutating func stepTyped(_ direction: SearchDirection) -> [Effect] {
    guard var live = prompting.search, let prompt else { return [] }
    guard !prompt.text.isEmpty else {
      guard let text = prompting.history.lines(of: .search).last else { return [] }
      self.prompt?.insert(text)
      return searchTyped()
    }
    guard let search = list.search, live.seek == nil, let found = live.found else { return [] }
    let seek = Seek(
      query: list.query, filter: search.filter, origin: found, direction: direction)
    (live.seek, live.tally) = (seek, nil)
    prompting.search = live
    return [.find(.typed(seek))]
  }

  /// Ends a search of what is typed that has failed.
  mutating func failTyped(_ seek: Seek) {
    if prompting.search?.seek == seek { prompting.search?.begin(nil) }
  }

  /// Shows which match the cursor is on.
  mutating func receive(_ tally: MatchTally?, of request: TallyMatch, at now: Date) {
    guard let tally else { return }
    let (seek, number) = (request.seek, request.number)
    if prompting.search?.found == number {
      prompting.search?.tally = tally
    } else if screen.isList, prompt == nil, list.selected == number,
      list.search?.filter == seek.filter
    {
      switch status?.content {
      case nil: showStatus(.match(tally, didWrap: false), at: now)
      case .searchWrapped(let end, _): showStatus(.searchWrapped(end, tally), at: now)
      default: break
      }
    }
  }

  /// Accepts the search as it is; what is not found yet is waited for.
  mutating func accept(_ live: LiveSearch, at now: Date) -> [Effect] {
    if let seek = live.seek { return list.wait.begin(seek) }
    if live.isMiss {
      showStatus(.noMatch(list.search?.text ?? "", problem: live.problem), at: now)
      dropTypeAhead(at: now)
    } else if let tally = live.tally {
      showStatus(.match(tally, didWrap: false), at: now)
    }
    return []
  }

  /// Goes to what was found; of the groups that were folded, the one around it is unfolded.
  private mutating func go(to number: MessageNumber, of live: LiveSearch) -> [Effect] {
    guard let index = list.index(of: number) else {
      guard live.grouping != list.query.grouping else {
        return list.jump(.to(number), in: listLayout)
      }
      return list.regroup(live.grouping, landing: .to(number), in: listLayout)
    }
    var grouping = live.grouping
    if let kind = grouping?.kind {
      var reader = GroupReader(kind)
      grouping?.setFolded(false, reader.group(of: list.snapshot.rows[index]))
    }
    guard grouping != list.query.grouping else { return list.select(index, in: listLayout) }
    return list.regroup(grouping, landing: .to(number), in: listLayout)
  }

  /// Puts cursor, rows and folded groups back to where the search began.
  private mutating func goBack(to live: LiveSearch) -> [Effect] {
    if live.grouping != list.query.grouping {
      let landing = live.origin.map(ListJump.visible) ?? .top
      return list.regroup(live.grouping, landing: landing, in: listLayout)
    }
    guard let origin = live.origin, list.selected != origin else { return [] }
    guard let index = list.index(of: origin) else {
      return list.jump(.ifListed(origin), in: listLayout)
    }
    if let scroll = live.scroll, list.index(of: scroll.number) != nil { list.scroll = scroll }
    return list.select(index, in: listLayout)
  }
}

// MARK: - Filtering

extension UIState {
  /// Narrows the list to what matches; a word that is unfinished does not count yet.
  private mutating func filterTyped(at now: Date) -> [Effect] {
    guard let before = prompting.filterBefore, let text = prompt?.text else { return [] }
    for finished in FilterDraft.finished(text) {
      guard let filter = try? MessageFilter(parsing: finished, now: now, timeZone: zone) else {
        continue
      }
      let next = before.replacingFilter(filter, text: finished)
      guard next.query != list.query else { return [] }
      return show(next.query == before.query ? before : next)
    }
    return []
  }
}

/// A filter that is being typed.
enum FilterDraft {
  /// Whether a text is a filter, apart from a last word that may become a filter word.
  static func isReadable(_ text: String) -> Bool {
    let past = Date(timeIntervalSinceReferenceDate: 0)
    return finished(text).first.map {
      (try? MessageFilter(parsing: $0, now: past, timeZone: .gmt)) != nil
    } ?? true
  }

  /// The texts to try: all of it, unless its last word may become a filter word, then all before.
  static func finished(_ text: String) -> [String] {
    let last = String(text.reversed().prefix { $0 != " " && $0 != "(" && $0 != "-" }.reversed())
    let rest = String(
      text.dropLast(last.count).reversed().drop { $0 == "-" || $0 == "(" }.reversed())
    return isUnfinished(last) ? [rest] : [text, rest]
  }

  private static func isUnfinished(_ word: String) -> Bool {
    guard !word.isEmpty, word.allSatisfy(\.isLetter) else { return false }
    let lowered = word.lowercased()
    return FilterWord.named.contains { $0.name.hasPrefix(lowered) } || "OR".hasPrefix(word)
  }
}
