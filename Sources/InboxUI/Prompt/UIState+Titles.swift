import Foundation
import InboxCore

/// The jump to a message by parts of its title.
extension UIState {
  /// Lets a person type parts of a title; the menu above the line shows the best matches.
  mutating func beginTitleSearch() -> [Effect] {
    let search = TitleSearch("", in: list.isTrash ? .trash : .all)
    prompt = PromptState(.title)
    prompting.titles = TitleMenu(search)
    return [.find(.titles(search))]
  }

  /// Moves the cursor of the menu of titles; false for keys that edit the line.
  mutating func moveInTitles(_ key: Key) -> Bool {
    guard prompt?.purpose == .title else { return false }
    let (page, keymap) = (max(areas.contentRows / 2, 1), keymap)
    return prompting.titles?.handle(key, by: keymap, page: page) ?? false
  }

  /// Takes the matches of what is typed in; an Enter that waited for them goes on.
  mutating func receiveTitles(
    _ rows: [MessageRow], of search: TitleSearch, at now: Date
  ) -> [Effect] {
    guard prompting.titles?.search == search else { return [] }
    prompting.titles?.receive(rows)
    guard prompting.titles?.isAccepted == true else { return [] }
    if rows.isEmpty { dropTypeAhead(at: now) }
    return acceptTitle()
  }

  /// The search for titles failed; Enter does not wait for it any more.
  mutating func failTitles(of search: TitleSearch, at now: Date) {
    guard prompting.titles?.search == search else { return }
    if prompting.titles?.isAccepted == true { dropTypeAhead(at: now) }
    prompting.titles?.isAccepted = false
    prompting.titles?.receive([])
  }

  /// Goes to the chosen message; matches that are still looked for are waited for.
  mutating func acceptTitle() -> [Effect] {
    guard let menu = prompting.titles else { return [] }
    prompting.titles?.isAccepted = menu.isSearching
    guard !menu.isSearching, let row = menu.chosen else { return [] }
    endTitleSearch()
    return goTo(row.number)
  }

  /// Goes to a match that was clicked, unless it is offered no more.
  mutating func clickTitle(_ choice: MenuChoice) -> [Effect] {
    guard case .message(let number) = choice,
      prompting.titles?.matches.contains(where: { $0.number == number }) == true
    else { return [] }
    endTitleSearch()
    return goTo(number)
  }

  /// Ends the search for a title, where one was until then.
  mutating func endTitleSearch() {
    if prompt?.purpose == .title { prompt = nil }
    prompting.titles = nil
  }

  /// Puts the cursor on a message; one that the list lacks is shown in the reader.
  mutating func goTo(_ number: MessageNumber) -> [Effect] {
    stack.jumps.leave(list.selected)
    if screen == .reader {
      let cursor = list.jump(.ifListed(number), in: listLayout)
      return cursor + record(.numbers([number]), of: []) + showReader(number)
    }
    if let index = list.index(of: number), list.foldedGroup(of: list.snapshot.rows[index]) == nil {
      return list.select(index, in: listLayout)
    }
    return list.jump(.listedOrOpened(number), in: listLayout)
  }

  /// Shows a message that a jump did not find in the list.
  mutating func showUnlisted(_ number: MessageNumber) -> [Effect] {
    guard screen.isList else { return [] }
    let seen = list.isTrash ? [] : record(.numbers([number]), of: [])
    return seen + openReader(number)
  }
}
