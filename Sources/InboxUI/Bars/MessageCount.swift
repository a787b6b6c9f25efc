/// Formats a number of messages.
package enum MessageCount {
  /// The text, such as `1 message` or `12 messages`.
  package static func text(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }
}
