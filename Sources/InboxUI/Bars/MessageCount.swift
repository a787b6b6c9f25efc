/// Formats a number of messages.
package enum MessageCount {
  /// The text, such as `1 message` or `12 messages`.
  package static func text(_ count: Int) -> String {
    count == 1 ? "1 message" : "\(count) messages"
  }

  /// The suffix for messages that were left as they are; empty for none.
  static func left(_ count: Int, keyless: Int = 0, resolved: Int = 0) -> String {
    let reasons = [
      (count, "gone or changed since"), (keyless, "without a fold key"),
      (resolved, "resolved already"),
    ]
    return reasons.filter { $0.0 > 0 }.map { " · \(text($0)) \($1)" }.joined()
  }
}
