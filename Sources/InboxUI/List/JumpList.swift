package import InboxCore

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

  /// The previous jump; nil for none.
  mutating func goBack(from present: MessageNumber?) -> MessageNumber? {
    while let number = earlier.popLast() {
      guard number != present else { continue }
      if let present { later.append(present) }
      return number
    }
    return nil
  }

  /// The next jump, after going back; nil for none.
  mutating func goForward(from present: MessageNumber?) -> MessageNumber? {
    while let number = later.popLast() {
      guard number != present else { continue }
      if let present { earlier.append(present) }
      return number
    }
    return nil
  }

  mutating func bookmark(_ number: MessageNumber, as letter: Character) {
    bookmarks[letter] = number
  }
}
