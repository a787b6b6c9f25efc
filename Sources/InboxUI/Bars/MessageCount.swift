/// The number of messages in words.
package enum MessageCount {
  /// The words, such as `1 message` or `12 messages`.
  package static func text(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }
}
