/// The appearance of an embedded inbox, set in Swift instead of a theme file.
public struct InboxUIConfiguration: Sendable, Hashable {
  /// The appearance of the rows of one status.
  public struct Rows: Sendable, Hashable {
    /// The values; nil for those of the base theme.
    fileprivate let values: RowConfiguration?

    /// The rows of the base theme.
    public static let `default` = Rows(values: nil)

    /// Creates rows from nine values: colors, attributes, line limits.
    ///
    /// - Parameters:
    ///   - background: Background color of the row.
    ///   - title: Color of the title.
    ///   - message: Color of the message text.
    ///   - time: Color of the time.
    ///   - titleAttributes: Attributes of the title.
    ///   - messageAttributes: Attributes of the message text.
    ///   - timeAttributes: Attributes of the time.
    ///   - titleLines: Line limit of the title; 0 hides it.
    ///   - messageLines: Line limit of the message text; 0 hides it.
    /// - Returns: The rows.
    public static func custom(
      background: Color, title: Color, message: Color, time: Color,
      titleAttributes: TextAttributes, messageAttributes: TextAttributes,
      timeAttributes: TextAttributes, titleLines: Int, messageLines: Int
    ) -> Rows {
      Rows(
        values: RowConfiguration(
          background: background, title: title, message: message, time: time,
          titleAttributes: titleAttributes, messageAttributes: messageAttributes,
          timeAttributes: timeAttributes, titleLines: titleLines, messageLines: messageLines))
    }
  }

  /// The rows of unread messages.
  package var unread: Rows
  /// The rows of read messages.
  package var read: Rows
  /// The glyph of messages without one.
  package var placeholder: String
  /// The texts of an empty list.
  package var empty: EmptyTexts
  /// The style of the text of an empty list.
  package var emptyStyle: Style

  /// Creates a configuration; the defaults are those of the default theme.
  ///
  /// - Parameters:
  ///   - unread: The rows of unread messages.
  ///   - read: The rows of read messages.
  ///   - placeholder: The glyph of messages without one.
  ///   - empty: The texts of an empty list.
  ///   - emptyStyle: The style of the text of an empty list.
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

  /// Applies the configuration to a base theme.
  public func theme(over base: Theme = .default, named name: String = "Custom") -> Theme {
    var theme = base
    theme.name = name
    theme.placeholderGlyph = placeholder
    theme.emptyTexts = empty
    theme[.empty] = emptyStyle
    unread.values?.apply(
      to: &theme, look: \.unread, row: .unread, title: .unreadTitle, message: .unreadMessage,
      time: .unreadTime)
    read.values?.apply(
      to: &theme, look: \.read, row: .read, title: .readTitle, message: .readMessage,
      time: .readTime)
    return theme
  }
}

/// The nine values of the rows of one status.
private struct RowConfiguration: Sendable, Hashable {
  let background: Color
  let title: Color
  let message: Color
  let time: Color
  let titleAttributes: TextAttributes
  let messageAttributes: TextAttributes
  let timeAttributes: TextAttributes
  let titleLines: Int
  let messageLines: Int

  /// Sets the values in a theme, for the roles and the look of one status.
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
