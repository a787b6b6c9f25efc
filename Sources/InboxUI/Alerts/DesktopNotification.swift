import InboxText
public import InboxCore

/// A desktop notification, printable and short.
public struct DesktopNotification: Sendable, Hashable {
  /// Most columns of the title.
  static let titleColumns = 100
  /// Most columns of the body.
  static let bodyColumns = 200

  /// The message that it is about.
  public var number: MessageNumber
  /// One line that says what happened.
  public var title: String
  /// More of it; may be empty.
  public var body: String
  /// How the terminal is asked.
  package var method: Alerts.Desktop

  /// Makes a notice out of text from outside.
  package init(number: MessageNumber, title: String, body: String, method: Alerts.Desktop) {
    self.number = number
    self.title = Self.line(title, columns: Self.titleColumns)
    self.body = Self.line(body, columns: Self.bodyColumns)
    self.method = method
  }

  private static func line(_ text: String, columns: Int) -> String {
    TextLayout.truncate(TextLayout.oneLine(text, columns: columns), columns: columns)
  }
}
