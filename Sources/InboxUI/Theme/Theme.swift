package import InboxCore

/// The theme of the screen: a style for each role, marks, line limits and texts.
///
/// Screens name roles; only a theme names colors. A theme is complete: inheritance is resolved when
/// it is loaded.
public struct Theme: Sendable, Hashable {
  /// The display name.
  package var name: String
  /// Mark and line limits of unread messages.
  public var unread: RowLook
  /// Mark and line limits of read and deleted messages.
  public var read: RowLook
  /// The glyph of messages without one.
  public var placeholderGlyph: String
  /// The texts of an empty list.
  package var emptyTexts: EmptyTexts
  /// The bar beside the selected row, which is visible without colors.
  package var cursorMark = "▌"

  /// The colors that its files name.
  package var palette: [String: Color] = [:]
  /// The colors of sources and of the user's row rules.
  package var tints: [Color] = []
  /// The tints for 16 colors or fewer; empty if ``tints`` are reduced.
  var namedTints: [Color] = []

  /// The text color of the selected row where it has none, on a background near that of the
  /// terminal; nil if the theme sets that background.
  var selectedText: Color?
  /// The color of borders that have none, near the terminal's own background; nil keeps theirs.
  var quietBorder: Color?

  /// One style per role, by its index in the order of layers.
  private var styles: [Style]

  /// The placeholder of most themes, and the one of a thread in such a theme.
  static let (usualPlaceholder, threadPlaceholder) = ("✉", "💬")

  /// Creates a theme; roles without a style inherit from the layer below.
  ///
  /// - Parameters:
  ///   - name: The display name.
  ///   - styles: The style of each role alone.
  ///   - unread: Mark and line limits of unread messages.
  ///   - read: Mark and line limits of read and deleted messages.
  ///   - placeholderGlyph: The glyph of messages without one.
  ///   - emptyTexts: The texts of an empty list.
  public init(
    name: String, styles: [Role: Style] = [:],
    unread: RowLook = RowLook(mark: "●", titleLines: 1, messageLines: 2),
    read: RowLook = RowLook(mark: " ", titleLines: 1, messageLines: 1),
    placeholderGlyph: String = "✉", emptyTexts: EmptyTexts = EmptyTexts()
  ) {
    self.name = name
    self.unread = unread
    self.read = read
    self.placeholderGlyph = placeholderGlyph
    self.emptyTexts = emptyTexts
    self.styles = Role.allCases.map { styles[$0] ?? Style() }
  }

  /// The style of one role alone.
  public subscript(role: Role) -> Style {
    get { styles[role.rawValue] }
    set { styles[role.rawValue] = newValue }
  }

  /// The resolved style of a set of roles: later layers over earlier ones.
  ///
  /// The lowest layer, ``Role/row``, is always included.
  package func style(for roles: RoleSet) -> Style {
    style(for: roles, tints: tints)
  }

  /// The resolved style of a set of roles, with other tints than those of 256 colors.
  func style(for roles: RoleSet, tints: [Color]) -> Style {
    var bits = roles.rawValue & ~1 & ~RoleSet.tints.rawValue
    var result = styles[Role.row.rawValue]
    let index = Self.tint(of: roles).flatMap { tints.indices.contains($0) ? $0 : nil }
    var tint = index.map { tints[$0] }
    while bits != 0 {
      let lowest = bits.trailingZeroBitCount
      bits &= bits - 1
      guard lowest < styles.count else { break }
      if lowest >= Role.match.rawValue, let color = tint {
        result.foreground = color
        tint = nil
      }
      result = styles[lowest].over(result)
      // A color says enough; dim as well, few are legible.
      if lowest == Role.source.rawValue, let index, index < SourceTint.count { result.dim = false }
    }
    if let tint { result.foreground = tint }
    return result
  }

  /// The index of the tint in a set of roles; nil without a tint.
  private static func tint(of roles: RoleSet) -> Int? {
    let tints = roles.intersection(.tints)
    return tints.isEmpty ? nil : tints.rawValue.leadingZeroBitCount
  }

  /// Mark and line limits for a status; deleted messages look like read ones.
  package func look(of status: Status) -> RowLook {
    status == .unread ? unread : read
  }
}

/// The mark and the line limits of a row.
public struct RowLook: Sendable, Hashable {
  /// The mark in the first column; it distinguishes unread from read without color.
  public var mark: String
  /// Line limit of the title; 0 hides it.
  public var titleLines: Int
  /// Line limit of the message text; 0 hides it.
  public var messageLines: Int

  /// Creates a look from its mark and limits.
  public init(mark: String, titleLines: Int, messageLines: Int) {
    self.mark = mark
    self.titleLines = titleLines
    self.messageLines = messageLines
  }
}

/// The texts of an empty list.
public struct EmptyTexts: Sendable, Hashable {
  /// Shown when the inbox is empty.
  package var none: String
  /// Shown when no message matches the filter.
  package var filtered: String
  /// Shown when the trash is empty.
  package var trash: String
  /// Shown when a filter of unread messages matches none.
  package var unread: String
  /// Shown when the list is empty as all is done.
  package var done = "All done"
  /// Shown when a filter of what needs the person matches nothing.
  package var needed = "Nothing needs you"

  /// Creates the texts; each has a default.
  ///
  /// - Parameters:
  ///   - none: Shown when the inbox is empty.
  ///   - filtered: Shown when no message matches the filter.
  ///   - trash: Shown when the trash is empty.
  ///   - unread: Shown when a filter of unread messages matches none.
  public init(
    none: String = "No notifications", filtered: String = "No messages match the filter",
    trash: String = "The trash is empty", unread: String = "All read"
  ) {
    self.none = none
    self.filtered = filtered
    self.trash = trash
    self.unread = unread
  }
}
