package import InboxText

extension JSONValue {
  /// The fields of an object; nil of any other value.
  package var object: [String: JSONValue]? {
    if case .object(let fields) = self { fields } else { nil }
  }

  /// The values of an array; nil of any other value.
  package var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }
}
