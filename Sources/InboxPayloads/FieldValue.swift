import Foundation
import InboxCore
import InboxText

/// A named value of a record, which can be read as different types.
struct FieldValue {
  /// The name as the sender wrote it, with dots for nested parts.
  let name: String
  let value: JSONValue

  /// The error for a value of an unexpected kind.
  func error(expected: String) -> PayloadError {
    .badField(name: name, expected: expected, found: value.kind)
  }

  /// The error for an invalid value of the expected kind.
  private func invalidValue(expected: String) -> PayloadError {
    let found = ["a text": "this text", "a number": "this number"][value.kind] ?? value.kind
    return .badField(name: name, expected: expected, found: found)
  }

  /// Whether it clears the field: null, or an empty text from senders without null.
  var isUnset: Bool { value == .null || value == "" }

  /// Reads the value with `read`; null and "" clear the field, and nil from `read` is an error, by
  /// default that of a value of another kind.
  func field<Value>(
    _ expected: String, _ invalid: ((String) -> PayloadError)? = nil,
    _ read: (JSONValue) -> Value?
  ) throws(PayloadError) -> Payload.Field<Value> {
    if isUnset { return .cleared }
    guard let result = read(value) else { throw (invalid ?? error)(expected) }
    return .set(result)
  }

  func text() throws(PayloadError) -> Payload.Field<String> {
    try field("a text") { $0.storableText }
  }

  func flag() throws(PayloadError) -> Bool? {
    try field("true or false") { if case .bool(let flag) = $0 { flag } else { nil } }.value
  }

  /// Reads an integer, also one written as a decimal such as `3.0`.
  func integer() throws(PayloadError) -> Payload.Field<Int64> {
    try field("an integer") { $0.integer }
  }

  /// Reads a list of names; in a single text commas separate them.
  func names() throws(PayloadError) -> Payload.Field<[String]> {
    if !isUnset, let text = value.storableText {
      return .set(text.split(separator: ",").map(String.init))
    }
    guard let elements = try list() else { return .cleared }
    return .set(
      try elements.map { element throws(PayloadError) in
        guard let name = element.value.storableText else { throw element.error(expected: "a text") }
        return name
      })
  }

  /// Reads an RFC 3339 time or Unix seconds, kept to the millisecond.
  ///
  /// A number beyond the year 9999 may be milliseconds.
  func time(
    assumesUTC: Bool = false, takesMilliseconds: Bool = false
  ) throws(PayloadError) -> Payload.Field<Date> {
    let expected =
      "an RFC 3339 time or Unix seconds" + (takesMilliseconds ? " or milliseconds" : "")
    return try field(expected, invalidValue) { value in
      if case .string(let text) = value {
        return RFC3339.date(from: text, assumesUTC: assumesUTC)
      }
      guard var seconds = value.double else { return nil }
      if takesMilliseconds, seconds >= RFC3339.seconds.upperBound { seconds /= 1_000 }
      guard RFC3339.seconds.contains(seconds) else { return nil }
      return Date(timeIntervalSince1970: (seconds * 1_000).rounded() / 1_000)
    }
  }

  func object() throws(PayloadError) -> [String: JSONValue]? {
    try field("an object") { if case .object(let object) = $0 { object } else { nil } }.value
  }

  /// Reads a required object.
  func parts() throws(PayloadError) -> FieldParts {
    guard let object = try object() else { throw error(expected: "an object") }
    return FieldParts(name: name, object: object)
  }

  /// Reads a list, with elements named by their index; nil for null.
  func list() throws(PayloadError) -> [FieldValue]? {
    let list = try field("an array") { if case .array(let list) = $0 { list } else { nil } }
    return list.value?.enumerated().map { FieldValue(name: "\(name)[\($0)]", value: $1) }
  }

  /// Reads a list of actions; each shape has its own names for label and URL.
  ///
  /// An action without an id gets its label as id when the payload is checked.
  func actions(
    _ read: (FieldParts) throws(PayloadError) -> (label: String, url: String?)
  ) throws(PayloadError) -> Payload.Field<[MessageAction]> {
    guard let elements = try list() else { return .cleared }
    return .set(
      try elements.map { element throws(PayloadError) in
        let parts = try element.parts()
        let (label, url) = try read(parts)
        return MessageAction(id: try parts("id").identifier() ?? "", label: label, url: url)
      })
  }

  /// Reads an id: a text of 1 to 256 bytes, or a number as its text; nil for null.
  func identifier() throws(PayloadError) -> String? {
    try field("an id of 1 to 256 bytes", invalidValue) { value in
      let text: String? =
        switch value {
        case .string: value.storableText
        case .integer, .number, .decimal: value.plainText
        default: nil
        }
      return text.flatMap { Payload.identifierLength.contains($0.utf8.count) ? $0 : nil }
    }.value
  }

  /// A short form of the value, for a note.
  var excerpt: String {
    let text = value.json
    return text.count <= 40 ? text : text.prefix(39) + "…"
  }
}

extension JSONValue {
  /// The kind of value, for messages; never the value itself, which may be private.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number, .decimal: "a number"
    case .string(let text): text.isEmpty ? "an empty text" : "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether it is a list of names, or a text of such.
  var isNames: Bool {
    guard case .array(let elements) = self else { return storableText?.isEmpty == false }
    return !elements.isEmpty && elements.allSatisfy { $0.storableText != nil }
  }

  /// The text with each NUL replaced by its symbol; nil for other kinds.
  ///
  /// SQLite's text functions, and GRDB when it binds and reads a text, would truncate it there.
  /// Values in `custom` are stored as JSON, in which NUL is escaped.
  var storableText: String? {
    guard case .string(let text) = self else { return nil }
    return text.storable
  }

  fileprivate var integer: Int64? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .decimal(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }
}

/// The parts of an object within a record, with their full names.
struct FieldParts {
  /// The name of the object itself.
  let name: String
  fileprivate let object: [String: JSONValue]

  /// The names of all parts, in alphabetical order.
  var names: [String] { object.keys.sorted() }

  /// The parts with other names.
  func others(than names: String...) -> [String: JSONValue] {
    object.filter { !names.contains($0.key) }
  }

  /// A part; null if it is missing.
  func callAsFunction(_ part: String) -> FieldValue {
    FieldValue(name: "\(name).\(part)", value: object[part] ?? .null)
  }

  /// The first of some names that a part has, else the first of them.
  func first(of names: [String]) -> String {
    names.first { object[$0] != nil } ?? names[0]
  }

  /// Reads a required text.
  ///
  /// The error suggests this name if the object has one of the given wrong names.
  func text(_ part: String, mistakenFor others: [String] = []) throws(PayloadError) -> String {
    let field = self(part)
    guard object[part] != nil else {
      let other = others.first { object[$0] != nil } ?? NearestName.nearest(to: part, in: names)
      throw .missingField(name: field.name, mistakenFor: other.map { self($0).name })
    }
    guard let text = try field.text().value, !text.isEmpty else {
      throw field.error(expected: "a text")
    }
    return text
  }
}
