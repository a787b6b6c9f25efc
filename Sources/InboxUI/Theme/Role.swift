/// What a piece of the screen means; the order of the cases is the order of the layers.
///
/// A theme styles roles, a screen names them. Where several roles meet, what a later one does not
/// set shows through from the earlier one.
public enum Role: Int, CaseIterable, Sendable, Hashable {
  /// The ground of the whole screen, below all else.
  case row
  /// How urgent a message is; the default priority has no role.
  case priorityMin, priorityLow, priorityHigh, priorityMax
  /// The row of a read message, and its parts.
  case read, readMark, readTitle, readMessage, readTime
  /// The row of an unread message, and its parts.
  case unread, unreadMark, unreadTitle, unreadMessage, unreadTime
  /// The glyph of a message that brings none; who sent it.
  case placeholder, source
  /// A row that stays on top.
  case pinned
  /// A row that has left the list.
  case expired, deleted
  /// Text that was searched for.
  case match
  /// A row chosen to act on, one that waits for its change, the one under the cursor.
  case marked, pending, selected
  /// The bar on top, the line below, an arrival, what went wrong.
  case bar, status, banner, error
  /// The parts of one message, whole.
  case reader, readerTitle, readerField, link
  /// Words and keys of the help.
  case help, helpKey
  /// What is asked or typed; the lines between the areas.
  case prompt, border
  /// What an empty list says.
  case empty
}

/// The roles of a piece of the screen, as layers.
public struct RoleSet: OptionSet, Sendable, Hashable {
  /// One bit a role, by its place in the order of layers.
  public let rawValue: UInt64

  /// Wraps bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The set of one role.
  public init(_ role: Role) {
    rawValue = 1 << UInt64(role.rawValue)
  }

  /// The roles in it, lowest layer first.
  public var roles: [Role] {
    Role.allCases.filter { contains(RoleSet($0)) }
  }
}
