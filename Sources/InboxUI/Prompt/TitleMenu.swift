import Foundation
import InboxCore
import InboxText

/// The menu of the messages whose titles match what is being typed.
struct TitleMenu: Sendable, Hashable {
  /// The search whose matches it shows, or waits for.
  private(set) var search: TitleSearch
  /// The matches, best first.
  private(set) var matches: [MessageRow] = []
  /// Which of them Enter takes, from 0.
  private(set) var selected = 0
  /// Whether the search was not answered yet.
  private(set) var isSearching = true
  /// Whether Enter was pressed before the answer, which it waits for.
  var isAccepted = false

  /// Makes a menu that waits for its first matches.
  init(_ search: TitleSearch) {
    self.search = search
  }

  /// The match that Enter takes.
  var chosen: MessageRow? { matches.indices.contains(selected) ? matches[selected] : nil }

  /// Waits for another search; what was found stays in sight until then.
  mutating func begin(_ search: TitleSearch) {
    self.search = search
    isSearching = true
  }

  /// Moves the cursor by a key; false for keys that edit the line.
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

  /// Requests the titles that match a text; none while they are shown or requested.
  mutating func search(_ text: String) -> [Effect] {
    let wanted = TitleSearch(text, in: search.filter)
    guard wanted != search else { return [] }
    begin(wanted)
    return [.find(.titles(wanted))]
  }

  /// Takes the matches of the search in; the cursor is on the best one.
  mutating func receive(_ rows: [MessageRow]) {
    (matches, selected, isSearching) = (rows, 0, false)
  }

  /// Moves the cursor; by one it wraps around at the ends.
  mutating func move(by count: Int) {
    guard !matches.isEmpty else { return }
    let next = selected + count
    let last = matches.count - 1
    selected = abs(count) == 1 ? (next + matches.count) % matches.count : min(max(next, 0), last)
  }

  /// Moves the cursor by matches, as far as there are some.
  mutating func scroll(by count: Int) {
    guard !matches.isEmpty else { return }
    selected = min(max(selected + count, 0), matches.count - 1)
  }

  /// What the prompt shows beside the text.
  var note: String {
    if isSearching { return "…" }
    return matches.isEmpty ? "no match" : ""
  }

  /// The box of the matches, with source and time beside each title.
  func menu(at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone) -> MenuState {
    let items = matches.map { row in
      let source = TextLayout.oneLine(row.source, columns: 24)
      let time = RowTime.text(of: row.sortDate, at: now, as: format, in: zone)
      return MenuItem(
        TitleSearch.title(of: row), detail: source + "  " + String.blanks(4 - time.columns) + time,
        choice: .message(row.number))
    }
    return MenuState(title: "Go to", items: items, selected: selected, isNumbered: false)
  }
}

extension PromptSession {
  /// Lets a person type parts of a title; the menu above the line shows the best matches.
  mutating func beginTitles(inTrash isTrash: Bool) -> Reply {
    let search = TitleSearch("", in: isTrash ? .trash : .all)
    titles = TitleMenu(search)
    return Reply(effects: [.find(.titles(search))], overlay: .prompt(PromptState(.title)))
  }

  /// Moves the cursor of the menu of titles; false for keys that edit the line.
  mutating func moveInTitles(_ key: Key, of line: PromptState, in context: PartContext) -> Bool {
    guard line.purpose == .title else { return false }
    let page = max(context.areas.contentRows / 2, 1)
    return titles?.handle(key, by: context.keymap, page: page) ?? false
  }

  /// Shows the matches of what is typed; an Enter that waited for them takes the best one.
  mutating func receive(_ rows: [MessageRow], of search: TitleSearch) -> Reply {
    guard titles?.search == search else { return Reply() }
    titles?.receive(rows)
    guard titles?.isAccepted == true else { return Reply() }
    var reply = acceptTitle()
    reply.isMiss = rows.isEmpty
    return reply
  }

  /// Ends a search for titles that has failed; Enter does not wait for it any more.
  mutating func failTitles(of search: TitleSearch) -> Reply {
    guard titles?.search == search else { return Reply() }
    let isMiss = titles?.isAccepted == true
    titles?.isAccepted = false
    titles?.receive([])
    return Reply(isMiss: isMiss)
  }

  /// Goes to the chosen message; matches that are still sought are waited for.
  mutating func acceptTitle() -> Reply {
    guard let menu = titles else { return Reply() }
    titles?.isAccepted = menu.isSearching
    guard !menu.isSearching, let row = menu.chosen else { return Reply() }
    return Reply(messages: [.goTo(row.number)])
  }

  /// Goes to a match that was clicked, unless it is offered no more.
  func clickTitle(_ choice: MenuChoice) -> Reply {
    guard case .message(let number) = choice,
      titles?.matches.contains(where: { $0.number == number }) == true
    else { return Reply() }
    return Reply(messages: [.goTo(number)])
  }
}
