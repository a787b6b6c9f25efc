package import InboxText

/// A validator of JSON against a schema, for the part of JSON Schema 2020-12 that ours use.
///
/// It is stricter than the schema says: what an object has and the schema does not name is a mistake,
/// unless the schema lets in anything.
package struct JSONSchema {
  private let root: JSONValue

  /// Reads a schema.
  package init(_ text: String) throws {
    root = try JSONValue(json: text)
  }

  /// What is wrong with a value, each with its place; nothing where it is as a definition says.
  package func mistakes(in value: JSONValue, as definition: String? = nil) -> [String] {
    guard let definition else { return mistakes(in: value, by: root, at: "") }
    return mistakes(in: value, by: .object(["$ref": .string("#/$defs/\(definition)")]), at: "")
  }

  /// The names that an object of a definition may have.
  package func names(of definition: String? = nil) -> Set<String> {
    let pointer = definition.map { "/$defs/\($0)/properties" } ?? "/properties"
    guard case .object(let properties)? = root.value(at: pointer) else { return [] }
    return Set(properties.keys)
  }

  private static let known: Set = [
    "$ref", "type", "const", "enum", "properties", "required", "items", "minimum", "maximum",
    "format", "anyOf", "description", "title", "$schema", "$id", "$defs", "additionalProperties",
  ]

  private func mistakes(in value: JSONValue, by schema: JSONValue, at place: String) -> [String] {
    guard case .object(let rules) = schema else { return [] }
    let unknown = Set(rules.keys).subtracting(Self.known).sorted().map { "\(place): no rule \($0)" }
    if let pointer = rules["$ref"]?.string {
      guard let target = root.value(at: String(pointer.dropFirst())) else {
        return unknown + ["\(place): nothing at \(pointer)"]
      }
      return unknown + mistakes(in: value, by: target, at: place)
    }
    if case .array(let choices)? = rules["anyOf"] {
      let all = choices.map { mistakes(in: value, by: $0, at: place) }
      return unknown + (all.contains([]) ? [] : all.joined().map { "(\($0))" })
    }
    return unknown + wrongValue(value, rules, place) + wrongParts(of: value, rules, place)
  }

  /// Whether type, value, range and form are those of the rules.
  private func wrongValue(
    _ value: JSONValue, _ rules: [String: JSONValue], _ place: String
  ) -> [String] {
    var mistakes: [String] = []
    if let type = rules["type"]?.string, !Self.is(value, type) {
      mistakes.append("\(place): \(value.json) is no \(type)")
    }
    if let constant = rules["const"], constant != value {
      mistakes.append("\(place): \(value.json) is not \(constant.json)")
    }
    if case .array(let choices)? = rules["enum"], !choices.contains(value) {
      mistakes.append("\(place): \(value.json) is none of \(JSONValue.array(choices).json)")
    }
    if case .integer(let number) = value {
      if case .integer(let least)? = rules["minimum"], number < least {
        mistakes.append("\(place): \(number) is under \(least)")
      }
      if case .integer(let most)? = rules["maximum"], number > most {
        mistakes.append("\(place): \(number) is over \(most)")
      }
    }
    if rules["format"] == "date-time", RFC3339.date(from: value.string ?? "") == nil {
      mistakes.append("\(place): \(value.json) is no time")
    }
    return mistakes
  }

  /// What is wrong within an object or an array.
  private func wrongParts(
    of value: JSONValue, _ rules: [String: JSONValue], _ place: String
  ) -> [String] {
    switch value {
    case .array(let elements):
      guard let items = rules["items"] else { return [] }
      return elements.enumerated().flatMap { index, element in
        mistakes(in: element, by: items, at: "\(place)/\(index)")
      }
    case .object(let fields):
      guard case .object(let properties)? = rules["properties"] else { return [] }
      var missing: [String] = []
      if case .array(let required)? = rules["required"] {
        missing = required.compactMap(\.string).filter { fields[$0] == nil }
      }
      return missing.map { "\(place): \($0) is missing" }
        + fields.flatMap { name, part in
          properties[name].map { mistakes(in: part, by: $0, at: "\(place)/\(name)") }
            ?? ["\(place): \(name) is not named"]
        }
    default: return []
    }
  }

  private static func `is`(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("integer", .integer), ("number", .integer), ("number", .number):
      true
    default: false
    }
  }
}

extension JSONValue {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
