import InboxText
/// The parts of an object within a record, each read under the name that leads to it.
struct FieldParts {
  /// The name of the object itself.
  let name: String
  private let object: [String: JSONValue]

  init(_ object: [String: JSONValue], of name: String) {
    self.object = object
    self.name = name
  }

  /// The names of all parts, by alphabet.
  var names: [String] { object.keys.sorted() }

  /// One part; null when it is missing.
  func callAsFunction(_ part: String) -> FieldValue {
    FieldValue(name: "\(name).\(part)", value: object[part] ?? .null)
  }

  /// Reads a text that must be there.
  ///
  /// The other names are what a sender may take for its name; one that is there is told.
  func text(_ part: String, mistakenFor others: [String] = []) throws(PayloadError) -> String {
    let field = self(part)
    guard object[part] != nil else {
      let other = others.first { object[$0] != nil } ?? NearestName.nearest(to: part, in: names)
      throw .missingField(name: field.name, mistakenFor: other.map { self($0).name })
    }
    guard let text = try field.text().value, !text.isEmpty else {
      throw field.problem(expected: "a text")
    }
    return text
  }
}

extension FieldValue {
  /// Reads an object that must be there.
  func parts() throws(PayloadError) -> FieldParts {
    guard let object = try object() else { throw problem(expected: "an object") }
    return FieldParts(object, of: name)
  }
}
