public import InboxCore

/// How the whole screen looks: a style for each role, and the texts that belong to a look.
///
/// Screens name roles; only a theme names colours. A theme is complete: what its file did not say
/// was taken from the themes that it inherits when it was loaded.
public struct Theme: Sendable, Hashable {
  /// The name that people read.
  public var name: String
  /// How rows of unread messages are laid out.
  public var unread: RowLook
  /// How rows of read and deleted messages are laid out.
  public var read: RowLook
  /// Shown at the left of a message that brings no glyph.
  public var placeholderGlyph: String
  /// What an empty list says.
  public var emptyTexts: EmptyTexts

  /// One style a role, by its place in the order of layers.
  private var styles: [Style]

  /// Makes a theme; a role that is not named is not styled.
  public init(
    name: String, styles: [Role: Style] = [:], unread: RowLook = .unread, read: RowLook = .read,
    placeholderGlyph: String = "✉", emptyTexts: EmptyTexts = EmptyTexts()
  ) {
    self.name = name
    self.unread = unread
    self.read = read
    self.placeholderGlyph = placeholderGlyph
    self.emptyTexts = emptyTexts
    self.styles = Role.allCases.map { styles[$0] ?? Style() }
  }

  /// The style of one layer alone.
  public subscript(role: Role) -> Style {
    get { styles[role.rawValue] }
    set { styles[role.rawValue] = newValue }
  }

  /// The style that results where several roles meet: later layers over earlier ones.
  ///
  /// The lowest layer, ``Role/row``, is the ground of the whole screen and always part of it.
  public func style(for roles: RoleSet) -> Style {
    var bits = roles.rawValue & ~1
    var result = styles[Role.row.rawValue]
    while bits != 0 {
      let lowest = bits.trailingZeroBitCount
      bits &= bits - 1
      guard lowest < styles.count else { break }
      result = styles[lowest].over(result)
    }
    return result
  }

  /// The mark and line limits of a row; deleted messages look like read ones.
  public func look(of status: Status) -> RowLook {
    status == .unread ? unread : read
  }
}

/// What a row of the list shows beside its colours: the mark and how many lines of text.
public struct RowLook: Sendable, Hashable {
  /// Text in the first column; it tells unread from read without colour.
  public var mark: String
  /// Most lines of the title; 0 hides it.
  public var titleLines: Int
  /// Most lines of the message text; 0 hides it.
  public var messageLines: Int

  /// Makes a look.
  public init(mark: String, titleLines: Int, messageLines: Int) {
    self.mark = mark
    self.titleLines = titleLines
    self.messageLines = messageLines
  }

  /// An unread message where a theme says nothing else.
  public static let unread = RowLook(mark: "●", titleLines: 1, messageLines: 2)
  /// A read message where a theme says nothing else.
  public static let read = RowLook(mark: " ", titleLines: 1, messageLines: 1)
}

/// What the list says when it has no rows.
public struct EmptyTexts: Sendable, Hashable {
  /// There is no notification at all.
  public var none: String
  /// There are some, but the filter lets none through.
  public var filtered: String
  /// The trash is empty.
  public var trash: String

  /// Makes the texts; those that are not given are the standard ones.
  public init(
    none: String = "No notifications", filtered: String = "No notification matches the filter",
    trash: String = "The trash is empty"
  ) {
    self.none = none
    self.filtered = filtered
    self.trash = trash
  }
}
