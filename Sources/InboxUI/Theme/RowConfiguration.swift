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
