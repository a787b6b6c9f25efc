import Foundation

extension UIState {
  /// Takes the keys pressed on a screen: a command, the beginning of a sequence, or nothing.
  ///
  /// No clock decides: the next key does, and one that leads nowhere is forgotten with the others.
  mutating func press(_ keys: [Key], in context: InputContext, at now: Date) -> [Effect] {
    switch keymap.meaning(of: keys, in: context) {
    case .command(let command): return perform(command, at: now)
    case .beginning: pendingKeys = keys
    case .nothing:
      guard keys.count > 1, let last = keys.last,
        keymap.command(for: last, in: .prompt) != .cancel
      else { break }
      tell("\(keys.name) means nothing.", at: now)
    }
    return []
  }
}
