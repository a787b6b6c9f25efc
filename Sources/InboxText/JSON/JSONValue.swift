/// A JSON value, parsed without loss.
///
/// Numbers are exact: those that fit neither 64 bits nor a `Double` keep their digits. Of
/// duplicate keys the last one counts; keys that differ in any code unit are different.
public enum JSONValue: Sendable, Hashable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// An integer that fits.
  case integer(Int64)
  /// Any other number that a `Double` represents with all its digits.
  case number(Double)
  /// A number with more digits, or greater, than those two can represent; its text.
  case decimal(String)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name, in no order.
  case object([String: JSONValue])
}

extension JSONValue {
  /// Parses a JSON text, such as a column of the store.
  ///
  /// - Throws: `JSONError` with its byte offset.
  package init(json text: String, maximumDepth: Int = 512) throws(JSONError) {
    var reader = JSONReader(Array(text.utf8), maximumDepth: maximumDepth)
    self = try reader.readWhole()
  }

  /// The value as compact JSON with sorted keys, so that equal values have equal texts.
  public var json: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}

extension JSONValue {
  /// A field of an object; nil for other values.
  package subscript(name: String) -> JSONValue? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  /// The text; nil for other values.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The whole number; nil for other values.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a text from a literal.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}
