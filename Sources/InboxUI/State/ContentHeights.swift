import InboxCore

/// How many lines the reader's content takes, so that the state can scroll by lines.
enum ContentHeights {
  private static let fields = 10

  /// Lines of a message in the reader: its fields, then its whole text.
  static func reader(_ message: Message, columns: Int) -> Int {
    fields + lines(message.title, columns) + lines(message.body, columns)
      + message.attachments.count + message.actions.count
  }

  private static func lines(_ text: String?, _ width: Int) -> Int {
    text.map { TextLayout.wrap($0, width: width, lines: .max).count } ?? 0
  }
}
