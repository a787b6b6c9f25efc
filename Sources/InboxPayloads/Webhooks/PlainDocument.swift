import InboxCore
import InboxText

/// A document of an unknown service.
struct PlainDocument {
  private static let titles = ["title"] + TextNames.title
  private static let bodies = ["body"] + TextNames.body + ["msg"]
  /// Less specific names of a title.
  private static let names = ["summary", "name"]
  private static let urls = ["url", "link", "html_url", "href"]
  private static let urgencies = ["priority", "severity", "level", "levelname", "urgency"]
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
      guard let text = Self.cut(document.layout) else { return result }
      result.fields = ["title": .string(webhook), "body": .string(text)]
      return result
    }
    var title = take(Self.titles)
    var body = take(Self.bodies)
    title = title ?? take(Self.names)
    result.fields["url"] = take(Self.urls).map(JSONValue.string)
    let isNamed = title != nil
    var others = rest
    if let urgency = takeUrgency() { others[urgency] = nil }
    if !isNamed {
      let owner = take(Self.titles + Self.names, ofPartIn: &others)
      title = owner?.text
      let text = body ?? take(Self.bodies, ofPartIn: &others, first: owner?.part)?.text
      let layout = Self.cut(JSONValue.object(others).layout)
      body = text.map { text in layout.map { "\(text)\n\n\($0)" } ?? text } ?? layout
    } else if body == nil {
      body = Self.cut(JSONValue.object(others).layout)
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
    let parts = fields.keys.sorted { ($0 == first ? 0 : 1, $0) < ($1 == first ? 0 : 1, $1) }
      .compactMap { part -> (String, [String: JSONValue], [String: String])? in
        guard case .object(let inner)? = fields[part] else { return nil }
        return (part, inner, Self.keys(of: inner))
      }
    for name in names {
      for (part, inner, keys) in parts {
        guard let key = keys[name], let text = inner[key]?.plainText else { continue }
        fields[part] = .object(inner.filter { $0.key != key })
        return (part, text)
      }
    }
    return nil
  }

  /// Sets the priority by the first field that tells one, and returns its name.
  private mutating func takeUrgency() -> String? {
    for name in Self.urgencies {
      guard let key = keys[name], let text = rest[key]?.plainText else { continue }
      let isPriority = name == "priority"
      let number = Int64(text)
      let isKnown = number.map { (1...5).contains($0) } ?? (Priority(parsing: text) != nil)
      guard isKnown || isPriority else { continue }
      result.fields["priority"] = number.map(JSONValue.integer) ?? .string(text)
      // Another system's word says more than the priority: it is kept.
      if number != nil || Priority(parsing: text)?.name == text { rest[key] = nil }
      return key
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
    return cut(value.layout)
  }

  /// Characters of a layout; all of the document is kept besides.
  private static let longestLayout = 64 * 1_024

  private static func cut(_ layout: String?) -> String? {
    guard let layout, layout.utf8.count > longestLayout else { return layout }
    return String(layout.prefix(longestLayout)) + "\n…"
  }
}
