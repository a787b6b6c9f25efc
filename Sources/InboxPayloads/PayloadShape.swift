import InboxCore
import InboxText

/// A JSON format: how its objects are recognized, and the rules of its fields.
struct PayloadShape: Sendable {
  /// Whether an object has this shape, by fields that only this shape has.
  let matches: @Sendable ([String: JSONValue]) -> Bool
  /// The fields, in the order in which they are applied.
  let rules: [FieldRule]
  /// Applies rules that depend on several fields, given the whole object.
  var finish: @Sendable (inout Payload, [String: JSONValue]) -> Void = { _, _ in }
  /// Whether its rules include our own fields, so that similar names are likely typos.
  var namesOurFields = false

  /// All shapes but our own; the first match is used.
  static let all: [PayloadShape] = [.apns, .rover, .netmera, .ntfy, .cxone, .sfmc]

  /// The shape of an object: the first match, else our own.
  static func of(_ object: [String: JSONValue]) -> PayloadShape {
    all.first { $0.matches(object) } ?? bellboard
  }
}

extension [String: JSONValue] {
  /// Whether any of the names exists.
  func hasAny(of names: String...) -> Bool {
    names.contains { self[$0] != nil }
  }
}

/// The rule of one field: its name, and how its value changes the payload.
struct FieldRule: Sendable {
  typealias Effect = @Sendable (inout Payload, FieldValue) throws -> Void

  /// The kind of a value, for sources with texts only.
  enum Kind: Sendable {
    case text, names, number, flag, time
    /// Any JSON.
    case value
  }

  private(set) var name: String
  let kind: Kind
  let take: Effect
  /// Whether a reader's field was given; nil for a field of the sender.
  private(set) var isGiven: (@Sendable (Payload.Local) -> Bool)?

  init(_ name: String, _ kind: Kind = .text, _ take: @escaping Effect) {
    self.name = name
    self.kind = kind
    self.take = take
  }

  /// The field under another shape's name.
  func named(_ name: String) -> FieldRule {
    var rule = self
    rule.name = name
    return rule
  }

  /// A field of the reader, which only an import applies.
  static func local<Value>(
    _ name: String, _ part: any WritableKeyPath<Payload.Local, Value?> & Sendable,
    _ read: @escaping @Sendable (inout Payload, FieldValue) throws -> Value?
  ) -> FieldRule {
    var rule = FieldRule(name) { $0.local[keyPath: part] = try read(&$0, $1) }
    rule.isGiven = { $0[keyPath: part] != nil }
    return rule
  }

  /// A field without a meaning here, which is ignored.
  static func ignored(_ name: String) -> FieldRule {
    FieldRule(name) { _, _ in }
  }
}

extension Payload {
  /// Applies the rules in order and returns the fields without a rule.
  mutating func take(
    _ object: [String: JSONValue], by rules: [FieldRule], under path: String? = nil
  ) throws(PayloadError) -> [String: JSONValue] {
    var knownCount = 0
    for rule in rules {
      // Most records have few fields: stop once all are applied.
      guard knownCount < object.count else { return [:] }
      guard let value = object[rule.name] else { continue }
      knownCount += 1
      let name = path.map { "\($0).\(rule.name)" } ?? rule.name
      let field = FieldValue(name: name, value: value)
      do {
        try rule.take(&self, field)
      } catch {
        // Rules throw nothing else, but closures in tables cannot declare it.
        throw error as? PayloadError ?? field.error(expected: "another value")
      }
    }
    guard knownCount < object.count else { return [:] }
    let known = Set(rules.map(\.name))
    return object.filter { !known.contains($0.key) }
  }

  /// Applies an object within the record and keeps fields without a rule under its name.
  mutating func take(
    _ field: FieldValue, by rules: [FieldRule]
  ) throws(PayloadError) {
    guard let object = try field.object() else { return }
    let rest = try take(object, by: rules, under: field.name)
    if !rest.isEmpty { keep(.object(rest), as: field.name) }
  }

  /// Applies a complete record by its shape.
  mutating func take(
    _ object: [String: JSONValue], by shape: PayloadShape
  ) throws(PayloadError) {
    var rest = try take(object, by: shape.rules)
    fillTexts(from: &rest)
    fillPriority(from: rest)
    keep(rest)
    if shape.namesOurFields { unknownNames = rest.keys.sorted() }
    shape.finish(&self, object)
    guard !hasText, titleWithoutText == nil, !isSilent else { return }
    // Without text it can change an existing message, but not make one.
    guard id != nil || fold.value != nil || resolves != nil else { throw .noText }
  }

  /// Sets a part that no earlier field set; else the value is kept in `custom`.
  mutating func fill<Value>(
    _ part: WritableKeyPath<Payload, Field<Value>>, with value: Field<Value>, from field: FieldValue
  ) {
    if self[keyPath: part].isAbsent {
      self[keyPath: part] = value
    } else if field.value != .null {
      keep(field.value, as: field.name)
    }
  }

  /// Keeps a value in `custom` under its own name.
  ///
  /// A sender's `custom` that is not an object moves under the name `custom`; its own fields take
  /// precedence over others of the same name.
  mutating func keep(_ value: JSONValue, as name: String) {
    keep([name: value])
  }

  /// Keeps values in `custom` under their own names, in linear time.
  private mutating func keep(_ values: [String: JSONValue]) {
    guard !values.isEmpty else { return }
    var fields: [String: JSONValue] = [:]
    switch custom {
    case .set(.object(let object)): fields = object
    case .set(let other): fields["custom"] = other
    case .absent, .cleared: break
    }
    for (name, value) in values {
      let kept = fields[name, default: value]
      fields[name] = kept
      if kept != value { notes.append("\(name) was left out, as custom has another one") }
    }
    custom = .set(.object(fields))
  }
}
