package import InboxCore

/// The jump list: places that the cursor has left by a jump, and bookmarks by their letters.
package struct JumpList: Sendable, Hashable {
  /// Most places that are remembered.
  private static let limit = 100

  private var earlier: [MessageNumber] = []
  private var later: [MessageNumber] = []
  /// The bookmarked message of each letter.
  package private(set) var bookmarks: [Character: MessageNumber] = [:]

  /// Notes a message that the cursor is about to leave.
  mutating func leave(_ number: MessageNumber?) {
    guard let number else { return }
    earlier = earlier.filter { $0 != number }.suffix(Self.limit - 1) + [number]
    later = []
  }

  /// The place before, from the message under the cursor; nil when there is none.
  mutating func goBack(from present: MessageNumber?) -> MessageNumber? {
    while let number = earlier.popLast() {
      guard number != present else { continue }
      if let present { later.append(present) }
      return number
    }
    return nil
  }

  /// The place from which the cursor went back; nil when there is none.
  mutating func goForward(from present: MessageNumber?) -> MessageNumber? {
    while let number = later.popLast() {
      guard number != present else { continue }
      if let present { earlier.append(present) }
      return number
    }
    return nil
  }

  /// Bookmarks a message by a letter.
  mutating func bookmark(_ number: MessageNumber, as letter: Character) {
    bookmarks[letter] = number
  }
}
