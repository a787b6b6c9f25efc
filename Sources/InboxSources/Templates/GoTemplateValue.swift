import InboxText

/// JSON values as Go's templates treat them.
extension JSONValue {
  /// Whether it is true as a condition: null, zero and empty values are false.
  var isTrue: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .integer(let value): value != 0
    case .number(let value): value != 0
    case .decimal(let digits): Double(digits) != 0
    case .string(let text): !text.isEmpty
    case .array(let list): !list.isEmpty
    case .object(let fields): !fields.isEmpty
    }
  }

  /// Maximum bytes of the text of a value.
  static let mostTextBytes = 1_024 * 1_024

  /// The value as text: a list as `[a b]`, an object as `map[a:1]`.
  ///
  /// - Throws: ``GoTemplateError/tooCostly`` if it is too long, as for deeply nested lists.
  func goText() throws(GoTemplateError) -> String {
    if case .string(let text) = self { return text }
    var text = ""
    try write(to: &text)
    return text
  }

  private func write(to text: inout String) throws(GoTemplateError) {
    switch self {
    case .null: text += "<no value>"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += Self.text(of: value)
    case .decimal(let digits): text += digits
    case .string(let own): text += own
    case .array(let list):
      text += "["
      for (index, element) in list.enumerated() {
        if index > 0 { text += " " }
        try element.write(to: &text)
      }
      text += "]"
    case .object(let fields):
      text += "map["
      for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        text += (index > 0 ? " " : "") + field.key + ":"
        try field.value.write(to: &text)
      }
      text += "]"
    }
    guard text.utf8.count <= Self.mostTextBytes else { throw .tooCostly }
  }

  private static func text(of number: Double) -> String {
    // Whole numbers are written without a fraction.
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
  }

  /// Approximate cost of a step with it.
  var shallowSize: Int {
    switch self {
    case .null, .bool, .integer, .number, .decimal: 0
    case .string(let text): text.utf8.count
    case .array(let list): list.count
    case .object(let fields): fields.count
    }
  }

  /// The value as a number; nil for other values.
  var goNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .decimal(let digits): Double(digits)
    default: nil
    }
  }

  /// The value as an integer, also from a text with digits; nil for other values.
  var goInteger: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value.rounded(.towardZero))
    case .bool(let value): value ? 1 : 0
    case .decimal(let text), .string(let text):
      Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    case .null, .array, .object: nil
    }
  }

  /// Whether two values are equal; numbers are compared by value.
  func isSame(as other: JSONValue) throws(GoTemplateError) -> Bool {
    if let first = goNumber, let second = other.goNumber { return first == second }
    switch (self, other) {
    case (.array, .array), (.object, .object): return try goText() == other.goText()
    case (.array, _), (.object, _), (_, .array), (_, .object): return false
    default: return self == other
    }
  }
}
