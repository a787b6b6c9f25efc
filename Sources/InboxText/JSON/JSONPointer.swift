extension JSONValue {
  /// The value at a JSON pointer (RFC 6901); nil if there is none or the pointer is invalid.
  ///
  /// `*` matches every element of an array; the values found become an array.
  package func value(at pointer: String) -> JSONValue? {
    guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
    return value(at: Self.steps(of: pointer[...]))
  }

  /// The value at a JSON pointer as plain text; nil if it is missing, empty or an object.
  package func text(at pointer: String) -> String? {
    value(at: pointer)?.plainText
  }

  /// The elements of the array at a JSON pointer; empty if it is not an array.
  package func list(at pointer: String) -> [JSONValue] {
    if case .array(let values)? = value(at: pointer) { values } else { [] }
  }

  /// Splits a pointer into its unescaped reference tokens.
  static func steps(of pointer: Substring) -> [String] {
    let slash = UInt8(ascii: "/")
    return pointer.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map {
      let step = String(Substring($0))
      guard step.utf8.contains(UInt8(ascii: "~")) else { return step }
      return step.replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// The value at the steps of a pointer, as ``value(at:)``.
  package func value(at steps: [String]) -> JSONValue? {
    var value = self
    for (count, step) in steps.enumerated() {
      switch value {
      case .object(let fields):
        guard let next = fields[step] else { return nil }
        value = next
      case .array(let values) where step == "*":
        let rest = Array(steps.dropFirst(count + 1))
        let found = values.compactMap { $0.value(at: rest) }
        // With another `*`, the arrays found are concatenated.
        guard rest.contains("*") else { return .array(found) }
        return .array(found.flatMap { if case .array(let list) = $0 { list } else { [$0] } })
      case .array(let values):
        guard let index = Int(step), values.indices.contains(index) else { return nil }
        value = values[index]
      default: return nil
      }
    }
    return value
  }

  /// The values at a pointer with their own pointers; `*` matches every element of an array.
  func places(at steps: [String], from place: String = "") -> [(String, JSONValue)] {
    guard let step = steps.first else { return [(place, self)] }
    let rest = Array(steps.dropFirst())
    switch self {
    case .object(let fields):
      return fields[step]?.places(at: rest, from: place.appending(step: step)) ?? []
    case .array(let values):
      return values.enumerated().flatMap { index, value in
        step == "*" || step == "\(index)" ? value.places(at: rest, from: "\(place)/\(index)") : []
      }
    default: return []
    }
  }

  /// The pointers of the texts in ``plainText``, or in ``layout`` with those of objects.
  func textPlaces(from place: String, withObjects: Bool) -> [String] {
    switch self {
    case .null: []
    case .array, .object:
      parts.flatMap { step, part in
        withObjects || !part.isObject && (isList || !part.isList)
          ? part.textPlaces(from: place.appending(step: step), withObjects: withObjects) : []
      }
    case .bool, .integer, .number, .decimal, .string: [place]
    }
  }

  /// Calls a closure with each text in the value: its pointer, its name, itself.
  package func forEachText(
    from place: String = "", name: String = "",
    _ body: (_ place: String, _ name: String, _ text: String) -> Void
  ) {
    if case .string(let text) = self { body(place, name, text) }
    for (step, part) in parts {
      part.forEachText(from: place.appending(step: step), name: isList ? name : step, body)
    }
  }

  /// Whether it is an array.
  var isList: Bool { if case .array = self { true } else { false } }

  private var isObject: Bool { if case .object = self { true } else { false } }

  /// The elements of an array or the values of an object, each with its step of a pointer.
  private var parts: [(step: String, part: JSONValue)] {
    switch self {
    case .array(let values): values.enumerated().map { ("\($0)", $1) }
    case .object(let fields): fields.map { ($0, $1) }
    case .null, .bool, .integer, .number, .decimal, .string: []
    }
  }

  /// The value with its elements or fields replaced, without those that have no replacement.
  package func mappingParts(_ transform: (_ step: String, JSONValue) -> JSONValue?) -> JSONValue {
    switch self {
    case .array(let values): .array(values.enumerated().compactMap { transform("\($0)", $1) })
    case .object(let fields):
      .object(fields.reduce(into: [:]) { $0[$1.key] = transform($1.key, $1.value) })
    case .null, .bool, .integer, .number, .decimal, .string: self
    }
  }

  /// The value without those at a pointer; `*` matches every element of an array.
  package func removing(at pointer: String) -> JSONValue? {
    removing(at: Self.steps(of: pointer[...]))
  }

  private func removing(at steps: [String]) -> JSONValue? {
    guard let wanted = steps.first else { return nil }
    let rest = Array(steps.dropFirst())
    return mappingParts { step, part in
      step == wanted || isList && wanted == "*" ? part.removing(at: rest) : part
    }
  }

  /// The value as plain text; nil for null, an empty text, and an object.
  package var plainText: String? {
    switch self {
    case .null, .object: return nil
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .decimal(let digits): return digits
    case .string(let text): return text.isEmpty ? nil : text
    case .array(let values):
      let texts = values.compactMap(\.plainText)
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
  }
}

extension String {
  /// The JSON pointer with a further step.
  package func appending(step: String) -> String {
    let part =
      step.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
      ? step.replacing("~", with: "~0").replacing("/", with: "~1") : step
    return "\(self)/\(part)"
  }
}
