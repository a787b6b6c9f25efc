/// The role of a span of the screen; the order of the cases is the order of the layers.
///
/// Screens name roles, themes style them. Of several roles of a span, a later one wins, and values
/// that it does not set are inherited from earlier ones.
public enum Role: Int, CaseIterable, Sendable, Hashable {
  /// The whole screen, below all other roles.
  case row
  /// The row of a message with a low priority.
  case priorityMin, priorityLow
  /// The row of a read message, and its parts.
  case read, readMark, readTitle, readMessage, readTime
  /// The row of an unread message, and its parts.
  case unread, unreadMark, unreadTitle, unreadMessage, unreadTime
  /// The placeholder glyph of a message without a glyph; the source.
  case placeholder, source
  /// The glyph of an urgent message and the block of its priority.
  case priorityHigh, priorityMax
  /// A pinned row.
  case pinned
  /// A row outside the active list.
  case expired, deleted
  /// The reader and its parts.
  case reader, readerTitle, readerField
  /// Parts of a formatted text.
  case heading, emphasis, strong, strike, code, codeBlock, quote
  /// Added and removed lines of a diff; warnings in a log.
  case added, removed, warning
  /// A link.
  case link
  /// The names in a conversation, distributed over these.
  case name1, name2, name3
  /// A search match.
  case match
  /// The sign of a marked row, a row whose change is pending, the row under the cursor.
  case marked, pending, selected
  /// The title of the row under the cursor, and the bar beside that row.
  case selectedTitle, cursor
  /// The top bar, the status line, the banner of an alert, an error.
  case bar, status, banner, error
  /// The help and the keys in it.
  case help, helpKey
  /// Prompts and questions; the borders.
  case prompt, border
  /// The text of an empty list.
  case empty
}

/// The roles of a span of the screen, one per layer.
public struct RoleSet: OptionSet, Sendable, Hashable {
  /// One bit per role, by its index in the order of layers.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates the set of one role.
  public init(_ role: Role) {
    rawValue = 1 << UInt64(role.rawValue)
  }

  /// The number of tints.
  package static let tintCount = 12

  /// Creates the set of a tint: the color of a source or row rule, below search matches.
  package init(tint: Int) {
    rawValue = 1 << UInt64(63 - min(max(tint, 0), Self.tintCount - 1))
  }

  /// All tints.
  static let tints = RoleSet(rawValue: ~0 << UInt64(64 - tintCount))

  /// The tints of sources.
  static let sourceTints = RoleSet(rawValue: ~0 << UInt64(64 - SourceTint.count))

  /// The roles of the selected choice of a menu or completion.
  package static let chosen: RoleSet = [RoleSet(.selected), RoleSet(.selectedTitle)]
}
