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
  /// Those of them that have no other meaning.
  static let urgencyOnly = ["severity", "urgency"]
}

/// The fields of an object, found by their names in any case.
struct NamedFields {
  let values: [String: JSONValue]
  /// The names by those in lower case; one in lower case is preferred.
  let keys: [String: String]

  init(_ values: [String: JSONValue]) {
    self.values = values
    keys = Dictionary(
      values.keys.map { ($0.lowercased(), $0) },
      uniquingKeysWith: { first, other in first == first.lowercased() ? first : other })
  }

  /// The fields that are objects, by name, one of them first.
  func parts(first: String?) -> [(name: String, fields: NamedFields)] {
    values.keys.sorted { ($0 == first ? 0 : 1, $0) < ($1 == first ? 0 : 1, $1) }
      .compactMap { part in
        guard case .object(let inner)? = values[part] else { return nil }
        return (part, NamedFields(inner))
      }
  }

  /// The first field that tells an urgency, the priority, and whether it is another system's word.
  var urgency: (key: String, priority: JSONValue, isForeign: Bool)? {
    for name in TextNames.urgency {
      guard let key = keys[name], let text = values[key]?.plainText else { continue }
      let (number, word) = (Int64(text), Priority(parsing: text))
      let isKnown = number.map { (1...5).contains($0) } ?? (word != nil)
      guard isKnown || name == "priority" else { continue }
      let isForeign = number == nil && word?.name != text
      return (key, number.map(JSONValue.integer) ?? .string(text), isForeign)
    }
    return nil
  }

  /// The urgency if it is a word.
  var urgencyWord: JSONValue? {
    if case .string(let word)? = urgency?.priority { .string(word) } else { nil }
  }

  /// The first such word of a part: numbers mean something else in each service.
  func urgencyWord(ofPartIn first: String?) -> JSONValue? {
    parts(first: first).lazy.compactMap(\.fields.urgencyWord).first
  }
}

extension Payload {
  /// Fills an empty body or title from fields that no rule of the shape uses.
  ///
  /// - Parameter rest: The fields; used ones are removed.
  mutating func fillTexts(from rest: inout [String: JSONValue]) {
    guard !rest.isEmpty, !isSilent else { return }
    let parts = [(\Payload.body, TextNames.body), (\Payload.title, TextNames.title)]
    for (part, names) in parts where self[keyPath: part].value == nil {
      let name = names.first { rest[$0]?.storableText?.isEmpty == false }
      if let name { self[keyPath: part] = .init(rest.removeValue(forKey: name)?.storableText) }
    }
  }

  /// Sets an absent priority by the first word for urgency in fields that no rule uses, or in a part
  /// of them.
  mutating func fillPriority(from rest: [String: JSONValue]) {
    guard priority.isAbsent, !rest.isEmpty else { return }
    let fields = NamedFields(rest)
    let word = fields.urgencyWord ?? fields.urgencyWord(ofPartIn: nil)
    if case .string(let word)? = word { return priority = .init(Priority(parsing: word)) }
    for name in TextNames.urgencyOnly {
      guard let key = fields.keys[name], case .string(let text)? = rest[key], !text.isEmpty else {
        continue
      }
      unknown(FieldValue(name: key, value: .string(text)), takenAs: (), Priority.default.name)
    }
  }
}
