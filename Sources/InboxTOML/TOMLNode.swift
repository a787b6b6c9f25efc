/// A value in a document, as plain data.
public enum TOMLNode: Sendable, Hashable {
  case string(String)
  case integer(Int)
  case float(Double)
  case boolean(Bool)
  /// A date, a time or both, which no file of ours uses; the word names it for messages.
  case temporal(String)
  case array([TOMLNode])
  case table([String: TOMLNode])

  /// What kind of value it is, in words for a message.
  public var typeName: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a number with a fraction"
    case .boolean: "a boolean"
    case .temporal(let name): "a \(name)"
    case .array: "an array"
    case .table: "a table"
    }
  }
}
