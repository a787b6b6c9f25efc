package import InboxTOML

/// The schema of theme files, used for parsing, printing and documentation.
package enum ThemeSchema {
  /// A key of a theme file that styles a role.
  package struct RoleRow: Sendable {
    /// The role that is styled.
    package let role: Role
    /// The path of its colors and attributes.
    package let path: TOMLPath
    /// The description of the role, for people.
    package let summary: String
    /// The key of the background color as written; any of ``ThemeSchema/backgroundKeys`` is read.
    let backgroundKey: String
    /// Whether a plain string is the mark of the row; otherwise it is the text color.
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

  /// A text that a theme sets.
  struct TextRow: Sendable {
    let path: TOMLPath
    let value: any WritableKeyPath<Theme, String> & Sendable
    let summary: String
    /// Maximum columns; nil for no limit.
    var limit: Int?
  }

  /// One row for each role, in the order of theme files.
  package static let roles: [RoleRow] = [
    RoleRow(.row, "row", "the whole screen, below all else"),
    RoleRow(.priorityMin, "priority.min", "rows of priority 1"),
    RoleRow(.priorityLow, "priority.low", "rows of priority 2"),
    RoleRow(.priorityHigh, "priority.high", "the glyph and the block of priority 4"),
    RoleRow(.priorityMax, "priority.max", "the glyph and the block of priority 5"),
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
    RoleRow(.marked, "marked", "the sign of a row marked for an action on many"),
    RoleRow(.pending, "pending", "rows whose change is on its way"),
    RoleRow(.selected, "selected", "the row with the cursor"),
    RoleRow(.selectedTitle, "selected.title", "its title"),
    RoleRow(.cursor, "cursor", "the bar beside that row"),
    RoleRow(.bar, "bar", "the title bar"),
    RoleRow(.status, "status", "the status line"),
    RoleRow(.banner, "banner", "the line that announces a new message"),
    RoleRow(.error, "error", "what went wrong"),
    RoleRow(.reader, "reader", "the text of an open message"),
    RoleRow(.readerTitle, "reader.title", "its title"),
    RoleRow(.readerField, "reader.field", "its fields"),
    RoleRow(.heading, "text.heading", "a heading of a text"),
    RoleRow(.emphasis, "text.emphasis", "emphasized words"),
    RoleRow(.strong, "text.strong", "strongly emphasized words"),
    RoleRow(.strike, "text.strike", "words that were struck out"),
    RoleRow(.code, "text.code", "code within a line"),
    RoleRow(.codeBlock, "text.block", "lines of code"),
    RoleRow(.quote, "text.quote", "a quoted text"),
    RoleRow(.added, "text.added", "an added line of a difference"),
    RoleRow(.removed, "text.removed", "a removed line of a difference"),
    RoleRow(.warning, "text.warning", "the words of a log that warn"),
    RoleRow(.link, "link", "links"),
    RoleRow(.name1, "speaker.first", "a third of the names in a thread"),
    RoleRow(.name2, "speaker.second", "another third of them"),
    RoleRow(.name3, "speaker.third", "the others"),
    RoleRow(.help, "help", "help text"),
    RoleRow(.helpKey, "help.key", "keys in help and hints"),
    RoleRow(.prompt, "prompt", "what is being typed"),
    RoleRow(.border, "border", "lines between the parts of the screen"),
    RoleRow(.empty, "empty", "text of an empty list"),
  ]

  static let texts: [TextRow] = [
    TextRow(path: "unread.mark.text", value: \.unread.mark, summary: "the mark itself", limit: 1),
    TextRow(path: "read.mark.text", value: \.read.mark, summary: "the mark itself", limit: 1),
    TextRow(path: "cursor.mark", value: \.cursorMark, summary: "the bar itself", limit: 1),
    TextRow(
      path: "placeholder.glyph", value: \.placeholderGlyph, summary: "the glyph itself", limit: 2),
    TextRow(path: "empty.text", value: \.emptyTexts.none, summary: "without any message"),
    TextRow(
      path: "empty.filtered", value: \.emptyTexts.filtered, summary: "when the filter hides all"),
    TextRow(path: "empty.trash", value: \.emptyTexts.trash, summary: "in the trash"),
    TextRow(
      path: "empty.unread", value: \.emptyTexts.unread, summary: "when nothing is unread"),
    TextRow(path: "empty.done", value: \.emptyTexts.done, summary: "when all is done"),
    TextRow(
      path: "empty.needed", value: \.emptyTexts.needed, summary: "when nothing needs the person"),
  ]

  /// The line limits of the texts of a row; 0 hides a text.
  static let lines: [(path: TOMLPath, value: any WritableKeyPath<Theme, Int> & Sendable)] = [
    ("unread.title.lines", \.unread.titleLines), ("unread.message.lines", \.unread.messageLines),
    ("read.title.lines", \.read.titleLines), ("read.message.lines", \.read.messageLines),
  ]

  /// The keys of the text color; the first one is written.
  static let foregroundKeys = ["fg", "foreground"]
  /// The keys of the background; sections differ in the one that is written.
  static let backgroundKeys = ["bg", "background"]

  /// The attributes of a style.
  static let attributes: [(key: String, value: any WritableKeyPath<Style, Bool?> & Sendable)] = [
    ("bold", \.bold), ("dim", \.dim), ("italic", \.italic), ("underline", \.underline),
    ("reverse", \.reverse),
  ]

  static let inheritsKey: TOMLPath = "inherits"
  private static let paletteKey: TOMLPath = "palette"
}

/// The TOML tables for decoding.
extension ThemeSchema {
  /// The table of all keys of a theme file.
  static let table = TOMLTable(head + look)

  /// The rows to decode before the styles, in all files of the chain.
  static let head: [TOMLRow<ThemeDraft>] = [
    TOMLRow(inheritsKey, type: "name", "the theme that this one adds to") { reader, path, draft in
      draft.inherits = reader.string(at: path)
    },
    TOMLRow(
      paletteKey, type: "colors by name", subkeys: .any, "colors that the file may name"
    ) { reader, path, draft in
      draft.palette = reader.palette(at: path)
    },
  ]

  /// The rows of the name and the styles.
  static let look: [TOMLRow<ThemeDraft>] =
    [
      TOMLRow("name", type: "text", "the name that people read") { reader, path, draft in
        if let name = reader.string(at: path) { draft.theme.name = name }
      }
    ] + roles.map(\.tomlRow) + texts.map(\.tomlRow) + lines.map(tomlRow)

  private static func tomlRow(
    _ path: TOMLPath, _ value: any WritableKeyPath<Theme, Int> & Sendable
  ) -> TOMLRow<ThemeDraft> {
    TOMLRow(path, type: "integer", "how many lines it may take; 0 hides it") {
      reader, path, draft in
      if let lines = reader.integer(at: path, in: 0...99) { draft.theme[keyPath: value] = lines }
    }
  }
}

extension ThemeSchema.RoleRow {
  /// The decoding row; the style is layered over the inherited one.
  fileprivate var tomlRow: TOMLRow<ThemeDraft> {
    let keys =
      ThemeSchema.foregroundKeys + ThemeSchema.backgroundKeys + ThemeSchema.attributes.map(\.key)
    return TOMLRow(path, type: "color or style", subkeys: .named(keys), summary) {
      reader, _, draft in
      let style = reader.style(of: self, palette: draft.palette)
      draft.theme[role] = style.over(draft.theme[role])
    }
  }
}

extension ThemeSchema.TextRow {
  /// The decoding row.
  fileprivate var tomlRow: TOMLRow<ThemeDraft> {
    TOMLRow(path, type: "text", summary) { reader, _, draft in
      if let text = reader.text(of: self) { draft.theme[keyPath: value] = text }
    }
  }
}
