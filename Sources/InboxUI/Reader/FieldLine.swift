package import InboxCore
package import InboxText

/// A line of a sender's custom field: a name, and the text of a scalar value.
package struct FieldLine: Sendable, Hashable {
  /// The depth of objects and arrays around it.
  package var depth: Int
  /// The name, or the position in an array, from 1.
  package var name: String
  /// The text with its line ends; nil if the lines of its parts follow.
  package var text: String?

  /// The lines of fields, each followed by those of its parts.
  package static func lines(of fields: [(name: String, value: JSONValue)]) -> [FieldLine] {
    var lines: [FieldLine] = []
    for field in fields { append(field.value, named: field.name, depth: 0, to: &lines) }
    return lines
  }

  private static func append(
    _ value: JSONValue, named name: String, depth: Int, to lines: inout [FieldLine]
  ) {
    switch value {
    case .object(let fields) where !fields.isEmpty:
      lines.append(FieldLine(depth: depth, name: name))
      for (part, value) in fields.sorted(by: { $0.key < $1.key }) {
        append(value, named: part, depth: depth + 1, to: &lines)
      }
    case .array(let values) where values.contains { !$0.isPlain }:
      lines.append(FieldLine(depth: depth, name: name))
      for (index, value) in values.enumerated() {
        append(value, named: "\(index + 1)", depth: depth + 1, to: &lines)
      }
    case .array(let values) where !values.isEmpty:
      let text = values.map(\.plainText).joined(separator: ", ")
      lines.append(FieldLine(depth: depth, name: name, text: text))
    default: lines.append(FieldLine(depth: depth, name: name, text: value.plainText))
    }
  }
}

extension JSONValue {
  /// Whether it fits on the line of its name: not a non-empty array or object.
  fileprivate var isPlain: Bool {
    switch self {
    case .object(let fields): fields.isEmpty
    case .array(let values): values.isEmpty
    case .null, .bool, .integer, .number, .decimal, .string: true
    }
  }

  /// A text unquoted, any other value as JSON.
  fileprivate var plainText: String {
    if case .string(let text) = self, !text.isEmpty { text } else { json }
  }
}

extension Message {
  /// The sender's custom fields by name, and the conversion tags; without what was added here, and
  /// without requests, which are told as actions.
  package var ownFields: [(name: String, value: JSONValue)] {
    var fields: [(name: String, value: JSONValue)] = []
    switch JSONValue.joining(custom, restOfSender) {
    case .object(var object)?:
      if actions.contains(where: { clientAction(of: $0) != nil }) { object["actions"] = nil }
      fields = object.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    case let other?: fields = [(name: "custom", value: other)]
    case nil: break
    }
    if let tags = JSONValue(names: conversionTags) {
      fields.append((name: "conversion tags", value: tags))
    }
    return fields
  }

  /// The less important fields, and the links of its actions.
  package var minorFields: [(name: String, value: JSONValue)] {
    let fields: [(name: String, value: JSONValue?)] = [
      ("fold", fold.map(JSONValue.string)), ("sound", sound.map(JSONValue.string)),
      ("badge", badge.map { .integer(Int64($0)) }),
      ("delivery", delivery == .inboxAndAlert ? nil : .string(delivery.name)),
    ]
    return fields.compactMap { name, value in value.map { (name: name, value: $0) } }
  }
}
