import Foundation
import InboxCore

extension UIState {
  /// Filters, sorts or searches as a command says; nil when the command does none of it.
  mutating func find(_ command: Command, at now: Date) -> [Effect]? {
    switch command {
    case .search:
      prompt = PromptState(.search)
      return []
    case .filter:
      prompt = PromptState(.filter, text: list.filterText)
      return []
    case .nextMatch: return seek(.match(.forward), at: now)
    case .previousMatch: return seek(.match(.backward), at: now)
    case .nextUnread: return seek(.unread(.forward), at: now)
    case .previousUnread: return seek(.unread(.backward), at: now)
    case .cycleFilter: return cycleFilter(at: now)
    case .sort:
      menu = sortMenu
      return []
    default: return nil
    }
  }

  private mutating func cycleFilter(at now: Date) -> [Effect] {
    let presets = preferences.filters.compactMap { text in
      (try? MessageFilter(parsing: text, now: now, timeZone: zone)).map { (text: text, filter: $0) }
    }
    guard !presets.isEmpty else { return [] }
    // What was typed counts too, since `today` is another filter tomorrow.
    let place = presets.firstIndex { $0.filter == list.ownFilter || $0.text == list.filterText }
    let next = presets[place.map { ($0 + 1) % presets.count } ?? 0]
    return show(next.filter, text: next.text)
  }

  /// The orders that there are, the present one ticked.
  private var sortMenu: MenuState {
    MenuState(
      title: "Sort",
      items: MessageOrder.allCases.map { order in
        MenuItem(
          order.label, key: order.rawValue.first, isTicked: order == list.query.order,
          choice: .sort(order))
      })
  }

  /// Shows the same messages in another order, from the top.
  mutating func sort(by order: MessageOrder, at now: Date) -> [Effect] {
    guard order != list.query.order else { return [] }
    var query = list.query
    query.order = order
    tell("\(order.label).", at: now)
    return show(query, text: list.filterText)
  }

  mutating func show(_ filter: MessageFilter, text: String? = nil) -> [Effect] {
    let within = list.thread.map { [MessageFilter.Term(.thread($0))] } ?? []
    let query = MessageQuery(
      filter: MessageFilter(within + filter.terms), order: list.query.order)
    return show(query, text: text ?? filter.text)
  }

  /// Looks at other messages, or in another order, from the top.
  private mutating func show(_ query: MessageQuery, text: String) -> [Effect] {
    var next = ListState(query: query, filterText: text)
    next.thread = list.thread
    next.search = list.search
    next.snapshot.counts = list.snapshot.counts
    next.snapshot.newestNumber = list.snapshot.newestNumber
    next.pending = list.pending
    list = next
    return start()
  }
}

extension UIState {
  /// Goes to the next row of a kind: at once when it is at hand, else the store is asked.
  mutating func seek(_ kind: SeekKind, at now: Date) -> [Effect] {
    guard list.seek == nil else {
      list.queuedSeeks.append(kind)
      return []
    }
    switch kind {
    case .unread(let direction):
      if let index = unreadAtHand(direction) { return arrive(index) }
      return ask(for: .unread, direction)
    case .match(let direction):
      guard let search = list.search else {
        tell("No search yet: / starts one.", at: now)
        return []
      }
      return ask(for: search.filter, direction)
    }
  }

  private func unreadAtHand(_ direction: SearchDirection) -> Int? {
    guard let index = list.selectedIndex else { return nil }
    let rows = list.snapshot.rows
    func isUnread(_ index: Int) -> Bool { list.status(of: rows[index]) == .unread }
    return direction == .forward
      ? rows.indices[(index + 1)...].first(where: isUnread)
      : rows.indices[..<index].last(where: isUnread)
  }

  private mutating func ask(for filter: MessageFilter, _ direction: SearchDirection) -> [Effect] {
    let seek = Seek(
      query: list.query, filter: filter, origin: list.selected, direction: direction)
    list.seek = seek
    return [.find(.row(seek))]
  }

  /// Searches what is on the screen; an empty text ends the search.
  mutating func search(for text: String, at now: Date) -> [Effect] {
    if screen == .reader { return searchInReader(for: text, at: now) }
    guard !text.isEmpty else {
      list.search = nil
      return []
    }
    return startSearch(text)
  }

  /// Starts a search: its first match at the cursor or after it.
  private mutating func startSearch(_ text: String) -> [Effect] {
    let search = SearchState(text: text)
    list.search = search
    let index = list.selectedIndex ?? 0
    let seek = Seek(
      query: list.query, filter: search.filter,
      origin: index > 0 ? list.snapshot.rows[index - 1].number : nil)
    list.seek = seek
    list.queuedSeeks = []
    return [.find(.row(seek))]
  }

  /// Goes to what was found; at an end the search goes on from the other one.
  mutating func found(_ number: MessageNumber?, by seek: Seek, at now: Date) -> [Effect] {
    guard list.seek == seek else { return found(number, below: seek) }
    guard let number else {
      guard seek.origin != nil else { return tellNotFound(seek, at: now) }
      list.seek?.origin = nil
      let end = seek.direction == .forward ? "top" : "bottom"
      tell("Went on from the \(end).", at: now)
      return list.seek.map { [.find(.row($0))] } ?? []
    }
    let queued = list.queuedSeeks
    list.seek = nil
    var effects: [Effect] = []
    if let index = list.index(of: number) {
      effects = arrive(index)
    } else {
      list.selected = number
      list.jump = .to(number)
      effects = [.read(list.query, window(.around(number)))] + readerAtCursor(number)
    }
    guard let next = queued.first else { return effects }
    list.queuedSeeks = Array(queued.dropFirst())
    return effects + self.seek(next, at: now)
  }

  /// Takes in what was found in a list that another one covers by now; there it shows.
  private mutating func found(_ number: MessageNumber?, below seek: Seek) -> [Effect] {
    let places = lists.indices.filter { lists[$0].seek == seek }
    endSeek(seek)
    guard let number else { return [] }
    for place in places {
      lists[place].selected = number
      lists[place].jump = .to(number)
      (lists[place].followsTop, lists[place].followsEnd) = (false, false)
    }
    return []
  }

  /// Nothing is sought any more, nor what was to be sought next.
  mutating func endSeek(_ seek: Seek) {
    for place in lists.indices where lists[place].seek == seek {
      lists[place].seek = nil
      lists[place].queuedSeeks = []
    }
  }

  private mutating func tellNotFound(_ seek: Seek, at now: Date) -> [Effect] {
    list.seek = nil
    list.queuedSeeks = []
    let isSearch = seek.filter == list.search?.filter
    tell(
      isSearch ? "No match for “\(list.search?.text ?? "")”." : "No unread message.", at: now)
    return []
  }

  private mutating func arrive(_ index: Int) -> [Effect] {
    let effects = select(index)
    return screen == .reader ? effects + view() : effects
  }

  private mutating func readerAtCursor(_ number: MessageNumber) -> [Effect] {
    screen == .reader
      ? record(.numbers([number]), of: []) + showReader(number) : []
  }
}
