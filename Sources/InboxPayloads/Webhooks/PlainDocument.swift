import InboxCore
import InboxText

/// A document of an unknown service.
struct PlainDocument {
  private static let titles = ["title"] + TextNames.title
  private static let bodies = ["body"] + TextNames.body + ["msg"]
  /// Less specific names of a title.
  private static let names = ["summary", "name"]
  private static let urls = ["url", "link", "html_url", "href"]
  /// Names of what happened to the thing that the title names.
  private static let events = [
    "event", "eventtype", "event_type", "notificationtype", "action", "reason", "status", "state",
  ]

  private let document: JSONValue
  /// The fields that are not used yet.
  private var rest: [String: JSONValue]
  /// Their names by those in lower case.
  private let keys: [String: String]
  private var result = ReadDocument()

  init(_ document: JSONValue) {
    self.document = document
    if case .object(let fields) = document { rest = fields } else { rest = [:] }
    keys = Self.keys(of: rest)
  }

  /// The message fields of the document; none if it has no text at all.
  mutating func read(for webhook: String) -> ReadDocument {
    guard case .object = document else {
      guard let text = document.layout else { return result }
      result.fields = ["title": .string(webhook), "body": .string(text)]
      return result
    }
    var title = take(Self.titles)
    var body = take(Self.bodies)
    title = title ?? take(Self.names)
    result.fields["url"] = take(Self.urls).map(JSONValue.string)
    let isNamed = title != nil
    var others = rest
    let urgency = Self.urgency(in: rest, keys)
    if let urgency {
      others[urgency.key] = nil
      // Another system's word says more than the priority: it is kept.
      if !urgency.isForeign { rest[urgency.key] = nil }
    }
    let owner = isNamed ? nil : take(Self.titles + Self.names, ofPartIn: &others)
    // Of a part only words are taken: each service counts in its own way.
    let words = Self.parts(of: others, first: owner?.part).lazy
      .compactMap { Self.urgency(in: $0.fields, $0.keys)?.priority }
      .filter { if case .string = $0 { true } else { false } }
    result.fields["priority"] = urgency?.priority ?? words.first
    if !isNamed {
      title = owner?.text
      let text = body ?? take(Self.bodies, ofPartIn: &others, first: owner?.part)?.text
      let layout = JSONValue.object(others).layout
      body = text.map { text in layout.map { "\(text)\n\n\($0)" } ?? text } ?? layout
    } else if body == nil {
      body = JSONValue.object(others).layout
      result.isLaidOut = body != nil
    }
    guard title != nil || body != nil else { return result }
    result.fields["title"] = .string(title ?? webhook)
    result.fields["body"] = body.map(JSONValue.string)
    if !isNamed { result.fields["subtitle"] = event.map(JSONValue.string) }
    if !rest.isEmpty { result.fields["custom"] = .object(rest) }
    return result
  }

  /// The names of fields by their lower case; one in lower case is preferred.
  private static func keys(of fields: [String: JSONValue]) -> [String: String] {
    Dictionary(
      fields.keys.map { ($0.lowercased(), $0) },
      uniquingKeysWith: { first, other in first == first.lowercased() ? first : other })
  }

  /// Removes and returns the first field with a text.
  private mutating func take(_ names: [String]) -> String? {
    for name in names {
      guard let key = keys[name], let value = rest[key], let text = value.plainText else {
        continue
      }
      result.shown.insert("/\(key)")
      guard let layout = Self.layout(ofText: text) else {
        rest[key] = nil
        return text
      }
      return layout
    }
    return nil
  }

  /// Removes and returns the text of the first part of the document that has one of the names, with
  /// the name of the part.
  private func take(
    _ names: [String], ofPartIn fields: inout [String: JSONValue], first: String? = nil
  ) -> (part: String, text: String)? {
    let parts = Self.parts(of: fields, first: first)
    for name in names {
      for (part, inner, keys) in parts {
        guard let key = keys[name], let text = inner[key]?.plainText else { continue }
        fields[part] = .object(inner.filter { $0.key != key })
        return (part, text)
      }
    }
    return nil
  }

  /// The parts of a document that are objects, with the names of their fields by lower case.
  private static func parts(
    of fields: [String: JSONValue], first: String?
  ) -> [(name: String, fields: [String: JSONValue], keys: [String: String])] {
    fields.keys.sorted { ($0 == first ? 0 : 1, $0) < ($1 == first ? 0 : 1, $1) }
      .compactMap { part in
        guard case .object(let inner)? = fields[part] else { return nil }
        return (part, inner, Self.keys(of: inner))
      }
  }

  /// The first field that tells an urgency, the priority, and whether it is another system's word.
  private static func urgency(
    in fields: [String: JSONValue], _ keys: [String: String]
  ) -> (key: String, priority: JSONValue, isForeign: Bool)? {
    for name in TextNames.urgency {
      guard let key = keys[name], let text = fields[key]?.plainText else { continue }
      let number = Int64(text)
      let word = Priority(parsing: text)
      let isKnown = number.map { (1...5).contains($0) } ?? (word != nil)
      guard isKnown || name == "priority" else { continue }
      let isForeign = number == nil && word?.name != text
      return (key, number.map(JSONValue.integer) ?? .string(text), isForeign)
    }
    return nil
  }

  /// What happened, if a field says so in a few words.
  private var event: String? {
    Self.events.lazy.compactMap { name -> String? in
      guard let key = keys[name], case .string(let text)? = rest[key] else { return nil }
      return text.isEmpty || text.count > 64 ? nil : text
    }.first
  }

  /// The layout of a document that was sent as a text, as by SNS.
  private static func layout(ofText text: String) -> String? {
    guard text.first == "{", let value = try? JSONValue(json: text, maximumDepth: 64) else {
      return nil
    }
    return value.layout
  }
}
