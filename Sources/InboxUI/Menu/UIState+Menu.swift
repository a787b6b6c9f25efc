import Foundation
import InboxCore

extension UIState {
  /// Takes a key while a menu is open.
  mutating func pressInMenu(_ key: Key, at now: Date) -> [Effect] {
    let (keymap, page) = (keymap, MenuBox.itemRows(areas))
    switch menu?.press(key, by: keymap, page: page) {
    case .stays: return previewChosenTheme()
    case .unbound:
      showStatus(partContext(at: now).unbound([key]), at: now)
      return []
    case .cancelled, nil:
      menu = nil
      return []
    case .chosen(let choice): return choose(choice, closingMenuAt: now)
    }
  }

  /// Closes the menu and performs what was chosen.
  mutating func choose(_ choice: MenuChoice, closingMenuAt now: Date) -> [Effect] {
    menu = nil
    return choose(choice, at: now)
  }

  /// Performs what was chosen; the menu has gone by then.
  private mutating func choose(_ choice: MenuChoice, at now: Date) -> [Effect] {
    switch choice {
    case .action(let number, let action):
      // It marks read: a list that hides what is read keeps the message, so that the answer shows.
      list.keep([number])
      return [.answer(number, action)]
    case .open(let tap): return open([tap])
    case .fetch(let number, let purpose): return [.fetch([number], purpose)]
    case .askForPipe(let number): return askForPipe([number])
    case .askForPlace(let file): askForPlace(of: file)
    case .sort(let order): return sort(by: order, at: now)
    case .snooze(let numbers, let until): return snooze(numbers, until: until, at: now)
    case .unsnooze(let numbers): return change(numbers, by: .unsnooze)
    case .askForMoment(let numbers): prompt = PromptState(.snooze(numbers))
    case .inbox(let name): return openInbox(name, at: now)
    case .theme(let name): return useTheme(name)
    case .only(let subject): return showOnly(subject, at: now)
    case .mute(let subject, let change): return [.pane(.mute(subject, change))]
    case .all(let action, let filter): return askAboutAll(action, filter, at: now)
    case .undo(let count): return perform(.acting(.undo), count: count, at: now)
    case .message(let number): return goTo(number)
    case .command(let name): return choose(commandNamed: name, at: now)
    }
    return []
  }
}
