package import InboxCore
import InboxText

extension PayloadShape {
  /// Our own JSON, the output of `list --json` and `export`.
  static let bellboard = PayloadShape(
    matches: { _ in true },
    rules: FieldRule.table, namesOurFields: true)
}

extension Payload {
  /// The names of all fields of our own JSON.
  package static var fieldNames: [String] { FieldRule.table.map(\.name) }

  /// Notes on given fields of the reader, which a push cannot set.
  var localNotes: [String] {
    guard local != Local() else { return [] }
    return FieldRule.table.filter { $0.isGiven?(local) ?? false }.map(\.name).map { name in
      let isOurs = Self.arrivalNames.contains(name)
      let reason = isOurs ? "it is set on arrival" : "it is the reader's, not the sender's"
      return "\(name) was ignored: \(reason)"
    }
  }

  /// Fields that only the inbox sets.
  private static let arrivalNames: Set = [
    "received_at", "number", "occurrences", "first_at", "last_at", "resolved_at", "earlier",
    "rules", "arrived_on",
  ]
}

extension Payload {
  /// Adds a note about an unknown value and its replacement.
  mutating func unknown<Value>(_ field: FieldValue, takenAs value: Value, _ name: String) -> Value {
    notes.append("unknown \(field.name) \(field.excerpt) was taken as \(name)")
    return value
  }

  /// Reads a priority as a number or a name; what is neither ours is kept beside the nearest one.
  mutating func priority(from field: FieldValue) throws(PayloadError) -> Field<Priority> {
    switch field.value {
    case .string(let name) where !name.isEmpty:
      let priority = Priority(parsing: name)
      if let priority, Priority.words[name.lowercased()] == nil { return .set(priority) }
      keepRest(of: .object([field.name: field.value]))
      let nearest = priority ?? .default
      return .set(unknown(field, takenAs: nearest, nearest.name))
    case .integer, .number, .decimal:
      guard let number = try field.integer().value else { return .cleared }
      let nearest = Priority(rawValue: Int(min(max(number, 1), 5))) ?? .default
      if number == Int64(nearest.rawValue) { return .set(nearest) }
      return .set(unknown(field, takenAs: nearest, nearest.name))
    default: return try field.field("1 to 5, or a name such as high") { _ in nil }
    }
  }

  /// Reads a status; nil for null.
  mutating func status(from field: FieldValue) throws(PayloadError) -> Status? {
    guard let name = try field.text().value else { return nil }
    return Status(name: name) ?? unknown(field, takenAs: .unread, "unread")
  }

  /// Reads what ends a snooze; nil for null, and for a resolution that cannot come.
  mutating func snoozeEvent(from field: FieldValue) throws(PayloadError) -> SnoozeEnd? {
    guard let text = try field.text().value else { return nil }
    let event = SnoozeEnd(event: text)
    if event == .resolution, fold.value == nil || local.resolvedAt != nil {
      notes.append("\(field.name) \(field.excerpt) was left out: nothing could resolve it")
      return nil
    }
    let known = (SnoozeEnd.events + ["on MACHINE"]).alternatives
    return event ?? unknown(field, takenAs: nil, "no snooze; it takes \(known)")
  }

  /// Reads the tap behavior; an unknown kind shows the message.
  mutating func tap(from field: FieldValue) throws(PayloadError) -> Field<TapBehavior> {
    guard try field.object() != nil else { return .cleared }
    let parts = try field.parts()
    let kind = parts("kind")
    let (tap, names): (TapBehavior, [String]) =
      switch try parts.text("kind", mistakenFor: ["type"]) {
      case "app": (.app, [])
      case "url": (.url(try parts.text("url", mistakenFor: Self.namesOfURL)), ["url"])
      case "website": (.website(try parts.text("url", mistakenFor: Self.namesOfURL)), ["url"])
      case "thread": (.thread(try parts.text("thread", mistakenFor: ["id", "name"])), ["thread"])
      default: (unknown(kind, takenAs: .app, "app"), [])
      }
    noteOthers(than: ["kind"] + names, of: parts)
    return .set(tap)
  }

  /// Reads the list of attachments; an unknown format becomes a file.
  mutating func attachments(from field: FieldValue) throws(PayloadError) -> Field<[Attachment]> {
    guard let elements = try field.list() else { return .cleared }
    let attachments = try elements.map { element throws(PayloadError) in
      let parts = try element.parts()
      let format = parts("format")
      var attachment = Attachment(
        name: try parts("name").text().value,
        url: try parts.text("url", mistakenFor: Self.namesOfURL))
      if let name = try format.text().value {
        attachment.format =
          Attachment.Format(rawValue: name) ?? unknown(format, takenAs: .file, "file")
      }
      attachment.size = try parts("size").integer().value
      // The path of a stored file has no meaning on another machine.
      noteOthers(than: ["name", "url", "format", "size", "path"], of: parts)
      return attachment
    }
    return .set(attachments)
  }

  /// Reads the list of actions.
  mutating func actions(from field: FieldValue) throws(PayloadError) -> Field<[MessageAction]> {
    keepRequests(of: field)
    return try field.actions { parts throws(PayloadError) in
      // Each sender has its own names for the two.
      let name = parts.first(of: ["label", "title", "name", "text"])
      let label = try parts.text(name)
      guard !Self.isRequest(parts.others()) else { return (label, nil) }
      let link = parts.first(of: ["url"] + Self.namesOfURL)
      let url = try parts(link).text().value
      noteOthers(than: ["id", name, link], of: parts)
      return (label, url)
    }
  }

  /// Whether an action sends a request or runs a command, rather than opening its link.
  private static func isRequest(_ fields: [String: JSONValue]) -> Bool {
    fields["run"] != nil || fields["method"] != nil || fields["action"] == .string("http")
  }

  /// Keeps actions that send a request or run a command as ntfy publishes them.
  private mutating func keepRequests(of field: FieldValue) {
    guard case .array(let actions) = field.value else { return }
    let kept = actions.compactMap { action -> JSONValue? in
      guard case .object(var fields) = action, Self.isRequest(fields) else { return nil }
      fields["action"] = .string(fields["run"] == nil ? "http" : "run")
      return .object(fields)
    }
    if !kept.isEmpty { keep(.array(kept), as: "actions") }
  }

  /// Names of a link in other programs.
  private static let namesOfURL = ["href", "link", "uri"]

  /// Adds notes about the parts of a field that are not stored.
  private mutating func noteOthers(than names: [String], of parts: FieldParts) {
    for name in parts.names where !names.contains(name) {
      notes.append("unknown \(parts.name).\(name) was left out")
    }
  }
}

extension FieldValue {
  /// Reads an earlier occurrence of a message.
  func occurrence() throws(PayloadError) -> Occurrence {
    let parts = try parts()
    guard let receivedAt = try parts("received_at").time().value else {
      throw .missingField(name: parts("received_at").name, mistakenFor: nil)
    }
    return Occurrence(
      sentAt: try parts("sent_at").time().value, receivedAt: receivedAt,
      title: try parts("title").text().value, subtitle: try parts("subtitle").text().value,
      body: try parts("body").text().value,
      fields: Occurrence.fields(
        ofJSON: parts.others(than: "received_at", "sent_at", "title", "subtitle", "body")))
  }
}
