import InboxText
public import InboxCore

/// A desktop notification in short, printable text.
public struct DesktopNotification: Sendable, Hashable {
  /// Maximum columns of the title.
  static let titleColumns = 100
  /// Maximum columns of the body.
  static let bodyColumns = 200

  /// The message number.
  public var number: MessageNumber
  /// The title, on one line.
  public var title: String
  /// The body, on one line; may be empty.
  public var body: String
  /// How the terminal is notified.
  package var method: Alerts.Desktop

  /// Creates a notification from untrusted texts.
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
