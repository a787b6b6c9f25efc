import InboxText
/// A kind of JSON that is understood: how it is known, and what its fields mean.
struct PayloadShape: Sendable {
  let name: String
  /// Whether an object is of this shape, by the fields that only this shape has.
  let matches: @Sendable ([String: JSONValue]) -> Bool
  /// The fields, in the order in which they are applied.
  let rules: [FieldRule]
  /// What depends on several fields, given the whole object.
  var finish: @Sendable (inout Payload, [String: JSONValue]) -> Void = { _, _ in }

  /// Every shape but our own; the first that matches is taken.
  static let all: [PayloadShape] = [.apns, .rover, .netmera, .ntfy, .cxone, .sfmc]

  /// The shape of an object: the first that matches, our own when none does.
  static func of(_ object: [String: JSONValue]) -> PayloadShape {
    for shape in all where shape.matches(object) { return shape }
    return bellboard
  }
}

extension [String: JSONValue] {
  /// Whether any of the names is there.
  func hasAny(of names: String...) -> Bool {
    names.contains { self[$0] != nil }
  }
}
