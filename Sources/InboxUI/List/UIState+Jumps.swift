import Foundation
import InboxCore

extension UIState {
  /// Notes where the cursor is before a command that takes it far away.
  mutating func noteJump(_ command: Command) {
    if screen.isList, command.isJump { stack.jumps.leave(list.selected) }
  }

  /// Goes back to the place before the last jump, or forward again.
  mutating func jump(_ direction: SearchDirection, at now: Date) -> [Effect] {
    let present = list.selected
    let number =
      direction == .backward
      ? stack.jumps.goBack(from: present) : stack.jumps.goForward(from: present)
    guard let number else {
      showStatus(.noPlace(direction), at: now)
      return []
    }
    return list.jump(.ifListed(number), in: listLayout)
  }

  /// Takes the letter of a bookmark.
  mutating func use(
    _ key: Key, for operation: Command.Finding, at now: Date
  ) -> [Effect] {
    guard !keymap.isCancel(key) else { return [] }
    guard case .character(let letter) = key, letter.isLetter || letter.isNumber || letter == "'"
    else {
      showStatus(.badBookmark(key.name), at: now)
      return []
    }
    return operation == .setBookmark ? setBookmark(letter, at: now) : goToBookmark(letter, at: now)
  }

  private mutating func setBookmark(_ letter: Character, at now: Date) -> [Effect] {
    guard let row = currentRow else {
      showStatus(.listEmpty, at: now)
      return []
    }
    stack.jumps.bookmark(row.number, as: letter)
    let key = keymap.names(of: .finding(.goToBookmark), in: context(of: screen)).first
    showStatus(naming(row) { .bookmarked(letter, subject: $0, key: key) }, at: now)
    return []
  }

  private mutating func goToBookmark(_ letter: Character, at now: Date) -> [Effect] {
    // Twice the key of bookmarks is the place before the last jump.
    if letter == "'" { return jump(.backward, at: now) }
    guard let number = stack.jumps.bookmarks[letter] else {
      showStatus(.noBookmark(letter), at: now)
      return []
    }
    stack.jumps.leave(list.selected)
    let cursor = list.jump(.ifListed(number), in: listLayout)
    guard screen == .reader else { return cursor }
    return cursor + record(.numbers([number]), of: []) + showReader(number)
  }

  /// Stays on the newest message from now on, or no longer.
  mutating func toggleFollowing(at now: Date) -> [Effect] {
    guard !list.isFollowing else {
      list.isFollowing = false
      showStatus(.following(false), at: now)
      return []
    }
    showStatus(.following(true), at: now)
    return list.beginFollowing(in: listLayout)
  }

  /// Scrolls the reader by a page; at its end, goes on to the next unread message.
  mutating func readPage(at now: Date) -> [Effect] {
    let areas = areas
    guard reader?.isAtEnd(in: areas) == true else {
      reader?.move(.pageDown, in: areas)
      return []
    }
    return seek(.unread(.forward), at: now)
  }
}
