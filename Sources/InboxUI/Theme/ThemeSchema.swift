import InboxText
public import InboxTOML

/// Everything that a theme file can say: the one table for parsing, printing and documents.
public enum ThemeSchema {
  /// A place in a theme file that styles a role.
  public struct RoleRow: Sendable {
    /// What is styled.
    public let role: Role
    /// Where its colours and attributes stand.
    public let path: TOMLPath
    /// What it is, for people.
    public let summary: String
    /// The key of the colour behind the text.
    let backgroundKey: String
    /// Whether a plain string is the row's mark; elsewhere it is the text's colour.
    let isMark: Bool

    init(
      _ role: Role, _ path: TOMLPath, _ summary: String, backgroundKey: String = "bg",
      isMark: Bool = false
    ) {
      self.role = role
      self.path = path
      self.summary = summary
      self.backgroundKey = backgroundKey
      self.isMark = isMark
    }
  }

  /// One row for each role, in the order of a theme file.
  public static let roles: [RoleRow] = [
    RoleRow(.row, "row", "the whole screen, below all else"),
    RoleRow(.priorityMin, "priority.min", "rows of priority 1"),
    RoleRow(.priorityLow, "priority.low", "rows of priority 2"),
    RoleRow(.priorityHigh, "priority.high", "rows of priority 4"),
    RoleRow(.priorityMax, "priority.max", "rows of priority 5"),
    RoleRow(.unread, "unread", "rows of unread messages", backgroundKey: "background"),
    RoleRow(.unreadMark, "unread.mark", "their mark", isMark: true),
    RoleRow(.unreadTitle, "unread.title", "their title"),
    RoleRow(.unreadMessage, "unread.message", "their message text"),
    RoleRow(.unreadTime, "unread.time", "their time"),
    RoleRow(.read, "read", "rows of read messages", backgroundKey: "background"),
    RoleRow(.readMark, "read.mark", "their mark", isMark: true),
    RoleRow(.readTitle, "read.title", "their title"),
    RoleRow(.readMessage, "read.message", "their message text"),
    RoleRow(.readTime, "read.time", "their time"),
    RoleRow(.placeholder, "placeholder", "the glyph of a message that brings none"),
    RoleRow(.source, "source", "who sent a message"),
    RoleRow(.pinned, "pinned", "pinned rows"),
    RoleRow(.expired, "expired", "rows whose time is over"),
    RoleRow(.deleted, "deleted", "rows in the trash"),
    RoleRow(.match, "match", "text that a search found"),
    RoleRow(.marked, "marked", "rows marked for an action on many"),
    RoleRow(.pending, "pending", "rows whose change is on its way"),
    RoleRow(.selected, "selected", "the row with the cursor"),
    RoleRow(.bar, "bar", "the title bar"),
    RoleRow(.status, "status", "the status line"),
    RoleRow(.banner, "banner", "the line that tells of a new message"),
    RoleRow(.error, "error", "what went wrong"),
    RoleRow(.reader, "reader", "the text of an open message"),
    RoleRow(.readerTitle, "reader.title", "its title"),
    RoleRow(.readerField, "reader.field", "its fields"),
    RoleRow(.link, "link", "links"),
    RoleRow(.help, "help", "help text"),
    RoleRow(.helpKey, "help.key", "keys in help and hints"),
    RoleRow(.prompt, "prompt", "what is being typed"),
    RoleRow(.border, "border", "lines between the parts of the screen"),
    RoleRow(.empty, "empty", "what an empty list says"),
  ]

  /// The top-level keys that are no style.
  static let nameKey: TOMLPath = "name"
  static let inheritsKey: TOMLPath = "inherits"
  static let palette: TOMLPath = "palette"
}
