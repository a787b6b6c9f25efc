import InboxCore
import InboxText

/// A JSON format: how its objects are recognized, and the rules of its fields.
struct PayloadShape: Sendable {
  let name: String
  /// Whether an object is of this shape, by the fields that only this shape has.
  let matches: @Sendable ([String: JSONValue]) -> Bool
  /// The fields, in the order in which they are applied.
  let rules: [FieldRule]
  /// Applies rules that depend on several fields, given the whole object.
  var finish: @Sendable (inout Payload, [String: JSONValue]) -> Void = { _, _ in }
  /// Whether the fields of our own JSON are among its rules, so that a name near one is a slip.
  var namesOurFields = false

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

/// The rule of one field: its name, and how its value changes the payload.
struct FieldRule: Sendable {
  typealias Effect = @Sendable (inout Payload, FieldValue) throws -> Void

  /// What a value is where a door gives a text alone.
  enum Kind: Sendable {
    case text, names, number, flag, time
    /// Any JSON.
    case value
  }

  private(set) var name: String
  let kind: Kind
  let take: Effect
  /// Whether the field was given; nil for a field of the sender.
  private(set) var isGiven: (@Sendable (Payload.Local) -> Bool)?

  init(_ name: String, _ kind: Kind = .text, _ take: @escaping Effect) {
    self.name = name
    self.kind = kind
    self.take = take
  }

  /// The field under the name that another shape has for it.
  func named(_ name: String) -> FieldRule {
    var rule = self
    rule.name = name
    return rule
  }

  /// A field of the reader, which only an import takes over.
  static func local<Value>(
    _ name: String, _ part: any WritableKeyPath<Payload.Local, Value?> & Sendable,
    _ read: @escaping @Sendable (inout Payload, FieldValue) throws -> Value?
  ) -> FieldRule {
    var rule = FieldRule(name) { $0.local[keyPath: part] = try read(&$0, $1) }
    rule.isGiven = { $0[keyPath: part] != nil }
    return rule
  }

  /// A field without a meaning here, which is left out.
  static func ignored(_ name: String) -> FieldRule {
    FieldRule(name) { _, _ in }
  }
}

extension Payload {
  /// Applies the rules in their order and returns the fields that none of them names.
  mutating func take(
    _ object: [String: JSONValue], by rules: [FieldRule], under path: String? = nil
  ) throws(PayloadError) -> [String: JSONValue] {
    var knownCount = 0
    for rule in rules {
      // Most records have few of the fields and nothing else: stop as soon as all are taken.
      guard knownCount < object.count else { return [:] }
      guard let value = object[rule.name] else { continue }
      knownCount += 1
      let name = path.map { "\($0).\(rule.name)" } ?? rule.name
      let field = FieldValue(name: name, value: value)
      do {
        try rule.take(&self, field)
      } catch {
        // Rules throw nothing else; closures in tables cannot say so in their type.
        throw error as? PayloadError ?? field.error(expected: "another value")
      }
    }
    guard knownCount < object.count else { return [:] }
    let known = Set(rules.map(\.name))
    return object.filter { !known.contains($0.key) }
  }

  /// Takes an object within the record and keeps what no rule names under its own name.
  mutating func take(
    _ field: FieldValue, by rules: [FieldRule]
  ) throws(PayloadError) {
    guard let object = try field.object() else { return }
    let rest = try take(object, by: rules, under: field.name)
    if !rest.isEmpty { keep(.object(rest), as: field.name) }
  }

  /// Takes a whole record by its shape.
  mutating func take(
    _ object: [String: JSONValue], by shape: PayloadShape
  ) throws(PayloadError) {
    var rest = try take(object, by: shape.rules)
    fillTexts(from: &rest)
    keep(rest)
    if shape.namesOurFields { unknownNames = rest.keys.sorted() }
    shape.finish(&self, object)
    guard !hasText, titleWithoutText == nil, !isSilent else { return }
    // Without text it can still change the message that it names, but never make one.
    guard id != nil || fold.value != nil || resolves != nil else { throw .noText }
  }

  /// Keeps a value in `custom` under its own name.
  ///
  /// A `custom` of the sender's that is no object moves under the name `custom`; one of its
  /// fields wins over what has the same name beside it.
  mutating func keep(_ value: JSONValue, as name: String) {
    keep([name: value])
  }

  /// Keeps values in `custom` under their own names, in time that grows with their number alone.
  private mutating func keep(_ values: [String: JSONValue]) {
    guard !values.isEmpty else { return }
    var fields: [String: JSONValue] = [:]
    switch custom {
    case .set(.object(let object)): fields = object
    case .set(let other): fields["custom"] = other
    case .absent, .cleared: break
    }
    for (name, value) in values {
      guard let other = fields[name] else {
        fields[name] = value
        continue
      }
      if other != value { notes.append("\(name) was left out, as custom has another one") }
    }
    custom = .set(.object(fields))
  }
}
