/// The appearance of an embedded inbox, set in Swift instead of a theme file.
public struct InboxUIConfiguration: Sendable, Hashable {
  /// The appearance of the rows of one status.
  public struct Rows: Sendable, Hashable {
    /// The styles of row, title, message and time; none for those of the base theme.
    private let styles: [Style]
    private let titleLines: Int
    private let messageLines: Int

    /// The rows of the base theme.
    public static let `default` = Rows(styles: [], titleLines: 0, messageLines: 0)

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
        styles: [
          Style(background: background), titleAttributes.style(foreground: title),
          messageAttributes.style(foreground: message), timeAttributes.style(foreground: time),
        ], titleLines: titleLines, messageLines: messageLines)
    }

    /// Sets the styles and line limits in a theme.
    fileprivate func apply(
      to theme: inout Theme, _ look: WritableKeyPath<Theme, RowLook>, _ roles: [Role]
    ) {
      guard !styles.isEmpty else { return }
      for (role, style) in zip(roles, styles) { theme[role] = style }
      theme[keyPath: look].titleLines = titleLines
      theme[keyPath: look].messageLines = messageLines
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
    unread.apply(to: &theme, \.unread, [.unread, .unreadTitle, .unreadMessage, .unreadTime])
    read.apply(to: &theme, \.read, [.read, .readTitle, .readMessage, .readTime])
    return theme
  }
}
