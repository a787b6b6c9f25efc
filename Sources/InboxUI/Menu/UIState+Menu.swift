import Foundation
import InboxCore

extension UIState {
  /// Takes a key in while a menu is open: the keys of its items first, then those of all menus.
  mutating func pressInMenu(_ key: Key, at now: Date) -> [Effect] {
    if case .character(let character) = key, let item = menu?.item(for: character) {
      return take(item, at: now)
    }
    let page = MenuBox.itemRows(areas)
    switch keymap.command(for: key, in: .menu) {
    case .moveDown: menu?.move(by: 1)
    case .moveUp: menu?.move(by: -1)
    case .pageDown: menu?.move(by: page)
    case .pageUp: menu?.move(by: -page)
    case .top: menu?.move(to: 0)
    case .bottom: menu?.move(to: .max)
    case .accept: return take(menu?.selectedItem, at: now)
    case .cancel: menu = nil
    default: break
    }
    return []
  }

  private mutating func take(_ item: MenuItem?, at now: Date) -> [Effect] {
    menu = nil
    return item.map { choose($0.choice, at: now) } ?? []
  }

  /// Carries out what was chosen; the menu has gone by then.
  private mutating func choose(_ choice: MenuChoice, at now: Date) -> [Effect] {
    switch choice {
    case .action(let number, let action): return choose(action, of: number)
    case .open(let tap): return open([tap])
    case .fetch(let number, let purpose): return [.fetch([number], purpose)]
    case .askForPipe(let number): prompt = PromptState(.pipe([number]))
    case .sort(let order): return sort(by: order, at: now)
    case .snooze(let numbers, let until): return snooze(numbers, until: until, at: now)
    case .unsnooze(let numbers): return change(numbers, by: .unsnooze, at: now)
    case .askForMoment(let numbers): prompt = PromptState(.snooze(numbers))
    case .inbox(let name): return openInbox(name, at: now)
    }
    return []
  }
}
