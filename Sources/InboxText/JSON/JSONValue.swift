/// A JSON value, kept as the sender wrote it.
///
/// Numbers stay exact: those that neither 64 bits nor a `Double` hold keep their digits. Of a key
/// that comes twice, the last one counts; keys that differ in any code unit are two keys.
public enum JSONValue: Sendable, Hashable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A number without fraction that fits.
  case integer(Int64)
  /// Any other number that a `Double` holds exactly, as far as its digits go.
  case number(Double)
  /// A number with more digits, or greater, than those two hold, as it was written.
  case decimal(String)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name, in no order.
  case object([String: JSONValue])
}

extension JSONValue {
  /// Reads one JSON text, such as a column of the store.
  ///
  /// - Throws: `JSONError` with the byte offset of what is wrong.
  package init(json text: String, maximumDepth: Int = 512) throws(JSONError) {
    var reader = JSONReader(Array(text.utf8), maximumDepth: maximumDepth)
    self = try reader.readWhole()
  }

  /// The value as compact JSON, keys in order, so that equal values have equal texts.
  public var json: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Makes a text, so that names in code need no wrapping.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}
