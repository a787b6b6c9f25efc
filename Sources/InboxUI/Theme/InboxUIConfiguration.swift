/// The look of an inbox as a program that embeds it says it, without a theme file.
public struct InboxUIConfiguration: Sendable, Hashable {
  /// How the rows of one status look.
  public enum Rows: Sendable, Hashable {
    /// As the theme below has them.
    case `default`
    /// As nine values say.
    case custom(RowConfiguration)

    /// Nine values, in the order of the mobile inboxes: colours, attributes, limits.
    public static func custom(
      background: Color, title: Color, message: Color, time: Color,
      titleAttributes: TextAttributes, messageAttributes: TextAttributes,
      timeAttributes: TextAttributes, titleLines: Int, messageLines: Int
    ) -> Rows {
      .custom(
        RowConfiguration(
          background: background, title: title, message: message, time: time,
          titleAttributes: titleAttributes, messageAttributes: messageAttributes,
          timeAttributes: timeAttributes, titleLines: titleLines, messageLines: messageLines))
    }
  }

  /// Rows of unread messages.
  public var unread: Rows
  /// Rows of read messages.
  public var read: Rows
  /// The glyph of messages that bring none.
  public var placeholder: String
  /// What an empty list says.
  public var empty: EmptyTexts
  /// How that looks.
  public var emptyStyle: Style

  /// Makes a configuration; what is not given looks as in the standard theme.
  public init(
    unread: Rows = .default, read: Rows = .default, placeholder: String = "✉",
    empty: EmptyTexts = EmptyTexts(), emptyStyle: Style = Theme.default[.empty]
  ) {
    self.unread = unread
    self.read = read
    self.placeholder = placeholder
    self.empty = empty
    self.emptyStyle = emptyStyle
  }

  /// The theme that results when this is laid over another one.
  public func theme(over base: Theme = .default, named name: String = "Custom") -> Theme {
    var theme = base
    theme.name = name
    theme.placeholderGlyph = placeholder
    theme.emptyTexts = empty
    theme[.empty] = emptyStyle
    if case .custom(let rows) = unread {
      rows.apply(
        to: &theme, look: \.unread, row: .unread, title: .unreadTitle, message: .unreadMessage,
        time: .unreadTime)
    }
    if case .custom(let rows) = read {
      rows.apply(
        to: &theme, look: \.read, row: .read, title: .readTitle, message: .readMessage,
        time: .readTime)
    }
    return theme
  }
}
