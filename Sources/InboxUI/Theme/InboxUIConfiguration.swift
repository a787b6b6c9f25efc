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

/// The nine values that make the rows of one status.
public struct RowConfiguration: Sendable, Hashable {
  /// Colour behind the row.
  public var background: Color
  /// Colour of the title.
  public var title: Color
  /// Colour of the message text.
  public var message: Color
  /// Colour of the time.
  public var time: Color
  /// Weight and slant of the title.
  public var titleAttributes: TextAttributes
  /// Weight and slant of the message text.
  public var messageAttributes: TextAttributes
  /// Weight and slant of the time.
  public var timeAttributes: TextAttributes
  /// Most lines of the title; 0 hides it.
  public var titleLines: Int
  /// Most lines of the message text; 0 hides it.
  public var messageLines: Int

  /// Makes the nine values.
  public init(
    background: Color, title: Color, message: Color, time: Color,
    titleAttributes: TextAttributes, messageAttributes: TextAttributes,
    timeAttributes: TextAttributes, titleLines: Int, messageLines: Int
  ) {
    self.background = background
    self.title = title
    self.message = message
    self.time = time
    self.titleAttributes = titleAttributes
    self.messageAttributes = messageAttributes
    self.timeAttributes = timeAttributes
    self.titleLines = titleLines
    self.messageLines = messageLines
  }

  /// Puts the values into a theme, at the roles and the look of one status.
  func apply(
    to theme: inout Theme, look: WritableKeyPath<Theme, RowLook>, row: Role, title titleRole: Role,
    message messageRole: Role, time timeRole: Role
  ) {
    theme[row] = Style(background: background)
    theme[titleRole] = titleAttributes.style(foreground: title)
    theme[messageRole] = messageAttributes.style(foreground: message)
    theme[timeRole] = timeAttributes.style(foreground: time)
    theme[keyPath: look].titleLines = titleLines
    theme[keyPath: look].messageLines = messageLines
  }
}
