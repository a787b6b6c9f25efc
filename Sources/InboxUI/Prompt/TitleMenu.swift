import Foundation
import InboxCore
import InboxText

/// The menu of messages whose titles match the typed text.
struct TitleMenu: Sendable, Hashable {
  /// The search that is shown or in flight.
  private(set) var search: TitleSearch
  /// The matches, best first.
  private(set) var matches: [MessageRow] = []
  /// The index of the selected match.
  private(set) var selected = 0
  /// Whether the search is in flight.
  private(set) var isSearching = true
  /// Whether Enter was pressed during the search and accepts the first match of its answer.
  var isAccepted = false

  /// The selected match.
  var chosen: MessageRow? { matches.indices.contains(selected) ? matches[selected] : nil }

  /// Starts another search; the earlier matches stay visible until it is answered.
  mutating func begin(_ search: TitleSearch) {
    self.search = search
    isSearching = true
  }

  /// Moves the selection by a key; false for keys that edit the line.
  mutating func handle(_ key: Key, by keymap: Keymap, page: Int) -> Bool {
    switch keymap.command(for: key, in: .prompt) {
    case .typing(.laterLine), .typing(.complete): move(by: 1)
    case .typing(.earlierLine), .typing(.completeBack): move(by: -1)
    case nil:
      if case .character = key { return false }
      switch keymap.command(for: key, in: .menu) {
      case .moving(.pageDown): move(by: page)
      case .moving(.pageUp): move(by: -page)
      default: return false
      }
    default: return false
    }
    return true
  }

  /// Requests the matches of a text, unless they are shown or requested already.
  mutating func search(_ text: String) -> [Effect] {
    let wanted = TitleSearch(text: text, filter: search.filter)
    guard wanted != search else { return [] }
    begin(wanted)
    return [wanted.effect]
  }

  /// Shows the matches of the search and selects the best.
  mutating func receive(_ rows: [MessageRow]) {
    (matches, selected, isSearching) = (rows, 0, false)
  }

  /// Moves the selection; single steps wrap around.
  mutating func move(by count: Int) {
    guard !matches.isEmpty else { return }
    let next = selected + count
    let last = matches.count - 1
    selected = abs(count) == 1 ? (next + matches.count) % matches.count : min(max(next, 0), last)
  }

  /// Moves the selection without wrapping.
  mutating func scroll(by count: Int) {
    guard !matches.isEmpty else { return }
    selected = min(max(selected + count, 0), matches.count - 1)
  }

  /// The note beside the typed text.
  var note: String {
    if isSearching { return "…" }
    return matches.isEmpty ? "no match" : ""
  }

  /// The drawn menu, with source and time beside each title.
  func menu(at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone) -> MenuState {
    let items = matches.map { row in
      let source = TextLayout.oneLine(row.source, columns: 24)
      let time = RowTime.text(of: row.sortDate, at: now, as: format, in: zone)
      return MenuItem(
        TitleSearch.title(of: row), detail: source + "  " + String.blanks(4 - time.columns) + time,
        choice: .goTo(row.number))
    }
    return MenuState(title: "Go to", items: items, selected: selected, isNumbered: false)
  }
}

extension PromptSession {
  /// Opens the title prompt and requests its first matches.
  mutating func beginTitles(_ text: String = "", inTrash isTrash: Bool) -> Reply {
    let search = TitleSearch(text: text, filter: isTrash ? .trash : .listedOrDone)
    end()
    titles = TitleMenu(search: search)
    let prompt = PromptState(.title, text: text)
    return Reply(effects: [search.effect], overlay: .prompt(prompt))
  }

  /// Moves the selection of the title menu; false for keys that edit the line.
  mutating func moveInTitles(_ key: Key, of line: PromptState, in context: PartContext) -> Bool {
    guard line.purpose == .title else { return false }
    let page = max(context.areas.contentRows / 2, 1)
    return titles?.handle(key, by: context.keymap, page: page) ?? false
  }

  /// Shows the matches of the typed text; a pending Enter accepts the best.
  mutating func receive(_ rows: [MessageRow], of search: TitleSearch) -> Reply {
    guard titles?.search == search else { return Reply() }
    titles?.receive(rows)
    guard titles?.isAccepted == true else { return Reply() }
    var reply = acceptTitle()
    reply.isMiss = rows.isEmpty
    return reply
  }

  /// Ends a failed title search and a pending Enter.
  mutating func failTitles(of search: TitleSearch) -> Reply {
    guard titles?.search == search else { return Reply() }
    let isMiss = titles?.isAccepted == true
    titles?.isAccepted = false
    titles?.receive([])
    return Reply(isMiss: isMiss)
  }

  /// Goes to the selected message; during a search, once it is answered.
  mutating func acceptTitle() -> Reply {
    guard let menu = titles else { return Reply() }
    titles?.isAccepted = menu.isSearching
    guard !menu.isSearching, let row = menu.chosen else { return Reply() }
    return Reply(messages: [.goTo(row.number)])
  }

  /// Goes to a clicked match, unless the menu no longer has it.
  func clickTitle(_ choice: ParentMessage) -> Reply {
    guard case .goTo(let number) = choice,
      titles?.matches.contains(where: { $0.number == number }) == true
    else { return Reply() }
    return Reply(messages: [choice])
  }
}
