import InboxCore

/// How many lines the content of a screen takes, so that the state can scroll by lines.
enum ContentHeights {
  /// Columns at the left of a row's text: mark, glyph and the blanks behind them.
  private static let indent = 5

  /// Lines of a message's row in a list.
  static func row(_ row: MessageRow, theme: Theme, columns: Int) -> Int {
    let look = theme.look(of: row.status)
    let width = max(columns - indent, 1)
    return lines(row.title, width, look.titleLines) + lines(row.excerpt, width, look.messageLines)
  }

  /// Lines of a message in the reader: its fields, then its whole text.
  static func reader(_ message: Message, columns: Int) -> Int {
    fields + lines(message.title, columns, .max) + lines(message.body, columns, .max)
      + message.attachments.count + message.actions.count
  }

  private static let fields = 10

  private static func lines(_ text: String?, _ width: Int, _ limit: Int) -> Int {
    guard let text, limit > 0 else { return 0 }
    return TextLayout.wrap(text, width: width, lines: limit).count
  }
}
