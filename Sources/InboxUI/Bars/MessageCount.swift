import InboxText

/// Formats a number of messages.
package enum MessageCount {
  /// The text, such as `1 message` or `12 messages`.
  package static func text(_ count: Int) -> String {
    count.counted("message")
  }

  /// The suffix for messages that were left as they are; empty for none.
  static func left(_ count: Int) -> String {
    count == 0 ? "" : " · \(text(count)) gone or changed since"
  }
}
