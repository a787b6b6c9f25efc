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
    keys = NamedFields(rest).keys
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
    let urgency = NamedFields(rest).urgency
    if let urgency {
      others[urgency.key] = nil
      // Another system's word says more than the priority: it is kept.
      if !urgency.isForeign { rest[urgency.key] = nil }
    }
    let owner = isNamed ? nil : take(Self.titles + Self.names, ofPartIn: &others)
    result.fields["priority"] =
      urgency?.priority ?? NamedFields(others).urgencyWord(ofPartIn: owner?.part)
    if let key = keys["tags"], let tags = rest[key], tags.isNames {
      rest[key] = nil
      result.fields["tags"] = tags
    }
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

  /// Removes and returns the first field with a text.
  private mutating func take(_ names: [String]) -> String? {
    for name in names {
      guard let key = keys[name], let value = rest[key], let text = value.plainText else {
        continue
      }
      result.shown.insert("/\(key)")
      // A document that was sent as a text, as by SNS.
      if text.first == "{", let layout = (try? JSONValue(json: text, maximumDepth: 64))?.layout {
        return layout
      }
      rest[key] = nil
      return text
    }
    return nil
  }

  /// Removes and returns the text of the first part of the document that has one of the names, with
  /// the name of the part.
  private func take(
    _ names: [String], ofPartIn fields: inout [String: JSONValue], first: String? = nil
  ) -> (part: String, text: String)? {
    let parts = NamedFields(fields).parts(first: first)
    for name in names {
      for (part, inner) in parts {
        guard let key = inner.keys[name], let text = inner.values[key]?.plainText else { continue }
        fields[part] = .object(inner.values.filter { $0.key != key })
        return (part, text)
      }
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
}
