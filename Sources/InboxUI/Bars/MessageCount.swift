/// The number of messages in words.
enum MessageCount {
  /// The words, such as `1 message` or `12 messages`.
  static func text(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }
}
