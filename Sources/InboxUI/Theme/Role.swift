/// What a piece of the screen means; the order of the cases is the order of the layers.
///
/// A theme styles roles, a screen names them. Where several roles meet, what a later one does not
/// set shows through from the earlier one.
public enum Role: Int, CaseIterable, Sendable, Hashable {
  /// The ground of the whole screen, below all else.
  case row
  case priorityMin, priorityLow, priorityHigh, priorityMax
  case read, readMark, readTitle, readMessage, readTime
  case unread, unreadMark, unreadTitle, unreadMessage, unreadTime
  case placeholder, source
  case pinned
  case expired, deleted
  case match
  case marked, pending, selected
  case bar, status, banner, error
  case reader, readerTitle, readerField, link
  case help, helpKey
  case prompt, border
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
