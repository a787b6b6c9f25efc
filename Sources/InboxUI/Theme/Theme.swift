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
