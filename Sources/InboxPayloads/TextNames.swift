import InboxCore
import InboxText

/// The names that senders use for texts, in one table for all sources.
///
/// `{"title": "Order", "message": "shipped"}` has a body, whatever its shape calls one.
package enum TextNames {
  /// The names of a body, in order of likelihood.
  package static let body = ["message", "text", "description", "content", "summary"]
  /// The names of a title, in order of likelihood.
  package static let title = ["subject", "heading"]
  /// The names of how urgent something is.
  package static let urgency = ["priority", "severity", "level", "levelname", "urgency"]
}

extension Payload {
  /// Fills an empty body or title from fields that no rule of the shape uses.
  ///
  /// - Parameter rest: The fields; used ones are removed.
  mutating func fillTexts(from rest: inout [String: JSONValue]) {
    guard !rest.isEmpty, !isSilent else { return }
    if body.value == nil, let text = Self.text(named: TextNames.body, in: &rest) {
      body = .set(text)
    }
    if title.value == nil, let text = Self.text(named: TextNames.title, in: &rest) {
      title = .set(text)
    }
  }

  /// Sets an absent priority by the first word for urgency in fields that no rule uses.
  mutating func fillPriority(from rest: [String: JSONValue]) {
    guard priority.isAbsent, !rest.isEmpty else { return }
    let words = TextNames.urgency.lazy.compactMap { rest[$0]?.storableText }
    priority = .init(words.compactMap { Priority(parsing: $0) }.first)
  }

  private static func text(named names: [String], in rest: inout [String: JSONValue]) -> String? {
    for name in names {
      guard let text = rest[name]?.storableText, !text.isEmpty else { continue }
      rest[name] = nil
      return text
    }
    return nil
  }
}
