/// The look of an embedded inbox, in Swift instead of a theme file.
public struct InboxUIConfiguration: Sendable, Hashable {
  /// The look of the rows of one status.
  public enum Rows: Sendable, Hashable {
    /// As in the base theme.
    case `default`
    /// Nine custom values.
    case custom(RowConfiguration)

    /// Makes rows of nine values, in the order of mobile inboxes: colors, attributes, limits.
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

  /// The rows of unread messages.
  public var unread: Rows
  /// The rows of read messages.
  public var read: Rows
  /// The glyph of messages without one.
  public var placeholder: String
  /// The texts of an empty list.
  public var empty: EmptyTexts
  /// The style of the text of an empty list.
  public var emptyStyle: Style

  /// Makes a configuration; each value has the default of the default theme.
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

  /// The theme with this configuration applied over a base theme.
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

/// The nine values of the rows of one status.
public struct RowConfiguration: Sendable, Hashable {
  /// Background color of the row.
  public var background: Color
  /// Color of the title.
  public var title: Color
  /// Color of the message text.
  public var message: Color
  /// Color of the time.
  public var time: Color
  /// Attributes of the title.
  public var titleAttributes: TextAttributes
  /// Attributes of the message text.
  public var messageAttributes: TextAttributes
  /// Attributes of the time.
  public var timeAttributes: TextAttributes
  /// Line limit of the title; 0 hides it.
  public var titleLines: Int
  /// Line limit of the message text; 0 hides it.
  public var messageLines: Int

  /// Makes the rows from their nine values.
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

  /// Writes the values into a theme, at the roles and the look of one status.
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
