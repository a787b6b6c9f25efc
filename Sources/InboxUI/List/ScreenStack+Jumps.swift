package import InboxCore

extension ScreenStack {
  /// Adds the cursor to the jump list before a command that jumps.
  mutating func noteJump(_ command: Command) {
    if top.isList, command.isJump { jumps.leave(list.selected) }
  }

  /// Goes back or forward in the jump list.
  mutating func jump(_ direction: SearchDirection, in layout: ListLayout) -> Reply {
    guard let number = jumps.go(direction, from: list.selected) else {
      return Reply(status: .noPlace(direction))
    }
    return Reply(effects: list.jump(.ifListed(number), in: layout))
  }

  /// Jumps to the row of a rank in the list, from 1.
  mutating func jump(toRank rank: Int, in layout: ListLayout) -> [Effect] {
    jumps.leave(list.selected)
    return list.go(toRank: rank, in: layout)
  }

  /// Jumps to a message, or shows it in the open reader; one that the list lacks is opened.
  mutating func goTo(_ number: MessageNumber, in context: PartContext) -> Reply {
    jumps.leave(list.selected)
    if top == .reader { return follow(to: number, in: context) }
    if let index = list.index(of: number), list.foldedGroup(of: list.snapshot.rows[index]) == nil {
      return Reply(effects: list.select(index, in: context.layout))
    }
    return Reply(effects: list.jump(.listedOrOpened(number), in: context.layout))
  }

  /// Shows a message in the open reader, and moves the cursor of the list below.
  private mutating func follow(to number: MessageNumber, in context: PartContext) -> Reply {
    Reply(effects: list.jump(.ifListed(number), in: context.layout))
      .followed(by: show(unlisted: number, context))
  }

  // MARK: - Bookmarks

  /// Sets or goes to a bookmark.
  mutating func useBookmark(
    _ key: Key, for operation: Command.Finding, in context: PartContext
  ) -> Reply {
    guard !context.keymap.isCancel(key) else { return Reply() }
    guard case .character(let letter) = key, letter.isLetter || letter.isNumber || letter == "'"
    else { return Reply(status: .badBookmark(key.name)) }
    return operation == .setBookmark
      ? setBookmark(letter, context) : goToBookmark(letter, in: context)
  }

  private mutating func setBookmark(_ letter: Character, _ context: PartContext) -> Reply {
    guard let row = currentRow else { return Reply(status: .listEmpty) }
    jumps.bookmark(row.number, as: letter)
    let key = context.screenKey(of: .finding(.goToBookmark))
    return Reply(status: context.naming(row) { .bookmarked(letter, subject: $0, key: key) })
  }

  private mutating func goToBookmark(_ letter: Character, in context: PartContext) -> Reply {
    // The key of bookmarks pressed twice goes back in the jump list.
    if letter == "'" { return jump(.backward, in: context.layout) }
    guard let number = jumps.bookmarks[letter] else { return Reply(status: .noBookmark(letter)) }
    jumps.leave(list.selected)
    guard top == .reader else {
      return Reply(effects: list.jump(.ifListed(number), in: context.layout))
    }
    return follow(to: number, in: context)
  }
}

/// The jump list, and the bookmarks by letter.
package struct JumpList: Sendable, Hashable {
  /// Maximum length of the jump list.
  private static let limit = 100

  private var earlier: [MessageNumber] = []
  private var later: [MessageNumber] = []
  package private(set) var bookmarks: [Character: MessageNumber] = [:]

  /// Adds the message that the cursor leaves, and drops the forward history.
  mutating func leave(_ number: MessageNumber?) {
    guard let number else { return }
    earlier = earlier.filter { $0 != number }.suffix(Self.limit - 1) + [number]
    later = []
  }

  /// The previous jump, or the next one after going back; nil for none.
  mutating func go(_ direction: SearchDirection, from present: MessageNumber?) -> MessageNumber? {
    let (ahead, behind) =
      direction == .backward ? (\Self.earlier, \Self.later) : (\Self.later, \Self.earlier)
    while let number = self[keyPath: ahead].popLast() {
      guard number != present else { continue }
      if let present { self[keyPath: behind].append(present) }
      return number
    }
    return nil
  }

  mutating func bookmark(_ number: MessageNumber, as letter: Character) {
    bookmarks[letter] = number
  }
}
