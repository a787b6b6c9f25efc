package import InboxCore
import InboxText

extension PayloadShape {
  /// Our own JSON, as `list --json` and `export` write it.
  static let bellboard = PayloadShape(
    name: "bellboard", matches: { _ in true },
    rules: identity + FieldRule.texts + labels + appearance + behavior + folding + times + state,
    namesOurFields: true)

  private static let identity = [
    FieldRule("custom") { $0.custom = try $1.field("any value") { $0 } },
    FieldRule("v") { _, field in
      guard case .integer(MessageJSON.layout) = field.value else {
        throw field.error(expected: "\(MessageJSON.layout)")
      }
    },
    FieldRule("id") { $0.id = try $1.identifier() },
    FieldRule("replaces_id") { payload, field in
      // On the desktop 0 means that nothing is replaced.
      guard field.value != .integer(0), let id = try field.identifier() else { return }
      payload.id = payload.id ?? id
      payload.resurfaces = true
    },
    FieldRule("source") { $0.source = try $1.text().value },
  ]

  private static let labels = [
    FieldRule("categories") { $0.categories = try $1.names() },
    .category,
    FieldRule("thread") { $0.thread = try $1.text() },
    FieldRule("tags") { $0.tags = try $1.names() },
    FieldRule("conversion_tags") { $0.conversionTags = try $1.names() },
  ]

  private static let appearance = [
    FieldRule("priority") { $0.priority = try $0.priority(from: $1) },
    FieldRule("glyph") { $0.glyph = try $1.text() },
    FieldRule("sound") { $0.sound = try $1.text() },
    FieldRule("badge") { $0.badge = try $1.integer().map { Int(clamping: $0) } },
  ]

  private static let behavior = [
    FieldRule("attachments") { $0.attachments = try $0.attachments(from: $1) },
    FieldRule("tap") { $0.tap = try $0.tap(from: $1) },
    // What the flag of that name says; who gives both has something else in mind.
    FieldRule("url") { payload, field in
      let tap = try field.text().map(TapBehavior.url)
      if payload.tap.isAbsent { payload.tap = tap } else { payload.keep(field.value, as: "url") }
    },
    FieldRule("actions") { $0.actions = try $0.actions(from: $1) },
    FieldRule("asks") { payload, field in
      payload.asks = try field.flag().map(Payload.Field.set) ?? .cleared
    },
    .local("answer", \.answer) { try $1.text().value },
  ]

  private static let folding = [
    FieldRule("format") { payload, field in
      payload.format = try field.text().map { name in
        BodyFormat(rawValue: name) ?? payload.unknown(field, takenAs: .plain, "plain")
      }
    },
    FieldRule("progress") { $0.progress = try $1.integer().map { Int(clamping: $0) } },
    FieldRule("fold") { payload, field in
      payload.fold = try field.identifier().map(Payload.Field.set) ?? .cleared
    },
    FieldRule("resolves") { $0.resolves = try $1.identifier() },
    .local("occurrences", \.occurrences) { try $1.integer().value.map { Int(clamping: $0) } },
    .local("first_at", \.firstAt) { try $1.time().value },
    .local("last_at", \.lastAt) { try $1.time().value },
    .local("resolved_at", \.resolvedAt) { try $1.time().value },
    .local("rules", \.rules) { try $1.names().value },
    .local("earlier", \.earlier) { try $1.list()?.map { try $0.occurrence() } },
  ]

  private static let times = [
    FieldRule("sent_at") { $0.sentAt = try $1.time() },
    FieldRule("starts_at") { $0.startsAt = try $1.time() },
    FieldRule("expires_at") { $0.expiresAt = try $1.time() },
    .local("received_at", \.receivedAt) { try $1.time().value },
    .local("snoozed_until", \.snoozedUntil) { try $1.time().value },
  ]

  /// The fields that are the reader's.
  fileprivate static let local = bellboard.rules.filter { $0.isGiven != nil }

  private static let state = [
    FieldRule("delivery") { payload, field in
      payload.delivery = try field.text().map { name in
        Delivery(name: name) ?? payload.unknown(field, takenAs: .inboxAndAlert, "inbox+alert")
      }
    },
    FieldRule("resurface") { payload, field in
      payload.resurfaces = try field.flag() ?? payload.resurfaces
    },
    FieldRule("partial") { $0.isPartial = try $1.flag() ?? false },
    .local("number", \.number) { try $1.integer().value.map { MessageNumber($0) } },
    .local("status", \.status) { try $0.status(from: $1) },
    .local("status_before_delete", \.statusBeforeDelete) { try $0.status(from: $1) },
    .local("pinned", \.isPinned) { try $1.flag() },
  ]
}

extension Payload {
  /// The names of all fields of our own JSON.
  package static var fieldNames: [String] { PayloadShape.bellboard.rules.map(\.name) }

  /// Notes on the given fields of the reader, which a push does not set.
  var localNotes: [String] {
    guard local != Local() else { return [] }
    let names = PayloadShape.local.filter { $0.isGiven?(local) ?? false }.map(\.name)
    return names.map { name in
      "\(name) was ignored: "
        + (Self.arrivalNames.contains(name)
          ? "it is set on arrival" : "it is the reader's, not the sender's")
    }
  }

  /// Fields that the inbox sets and counts itself.
  private static let arrivalNames: Set = [
    "received_at", "number", "occurrences", "first_at", "last_at", "resolved_at", "earlier",
    "rules",
  ]
}

extension Payload {
  /// Notes that a value is unknown and what it was taken as.
  mutating func unknown<Value>(
    _ field: FieldValue, takenAs value: Value, _ name: String
  ) -> Value {
    notes.append("unknown \(field.name) \(field.excerpt) was taken as \(name)")
    return value
  }

  /// Reads a priority as a number or a name; other systems' names become the nearest of ours.
  mutating func priority(from field: FieldValue) throws(PayloadError) -> Field<Priority> {
    switch field.value {
    case .string(let name) where !name.isEmpty:
      if let priority = Priority(parsing: name) { return .set(priority) }
      let nearest = Self.otherPriorities[name.lowercased()] ?? .default
      return .set(unknown(field, takenAs: nearest, nearest.name))
    case .integer, .number:
      guard let number = try field.integer().value else { return .cleared }
      let nearest = Priority(rawValue: Int(min(max(number, 1), 5))) ?? .default
      if number == Int64(nearest.rawValue) { return .set(nearest) }
      return .set(unknown(field, takenAs: nearest, nearest.name))
    default: return try field.field("1 to 5, or a name such as high") { _ in nil }
    }
  }

  private static let otherPriorities: [String: Priority] = [
    "none": .min, "passive": .low, "normal": .default, "medium": .default, "active": .default,
    "important": .high, "time-sensitive": .high, "urgent": .max, "critical": .max,
    "emergency": .max,
  ]

  /// Reads a status; nil for null.
  mutating func status(from field: FieldValue) throws(PayloadError) -> Status? {
    guard let name = try field.text().value else { return nil }
    return Status(name: name) ?? unknown(field, takenAs: .unread, "unread")
  }

  /// Reads what opening does; a kind that is not known shows the message.
  mutating func tap(from field: FieldValue) throws(PayloadError) -> Field<TapBehavior> {
    guard try field.object() != nil else { return .cleared }
    let parts = try field.parts()
    let kind = parts("kind")
    let tap: TapBehavior
    switch try parts.text("kind", mistakenFor: ["type"]) {
    case "app": tap = .app
    case "url": tap = .url(try parts.text("url", mistakenFor: Self.namesOfURL))
    case "website": tap = .website(try parts.text("url", mistakenFor: Self.namesOfURL))
    case "thread": tap = .thread(try parts.text("thread", mistakenFor: ["id", "name"]))
    default: tap = unknown(kind, takenAs: .app, "app")
    }
    noteOthers(than: tap.partNames, of: parts)
    return .set(tap)
  }

  /// Reads the list of attachments; a format that is not known is a file.
  mutating func attachments(from field: FieldValue) throws(PayloadError) -> Field<[Attachment]> {
    guard let elements = try field.list() else { return .cleared }
    var attachments: [Attachment] = []
    for element in elements {
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
      attachments.append(attachment)
      noteOthers(than: ["name", "url", "format", "size"], of: parts)
    }
    return .set(attachments)
  }

  /// Reads the list of actions.
  mutating func actions(from field: FieldValue) throws(PayloadError) -> Field<[MessageAction]> {
    try field.actions { parts throws(PayloadError) in
      let label = try parts.text("label", mistakenFor: ["title", "name", "text"])
      let url = try parts("url").text().value
      noteOthers(than: ["id", "label", "url"], of: parts)
      return (label, url)
    }
  }

  /// What other programs call a link.
  private static let namesOfURL = ["href", "link", "uri"]

  /// Notes the parts of a field that are not kept, as there is no place for them.
  private mutating func noteOthers(than names: [String], of parts: FieldParts) {
    for name in parts.names where !names.contains(name) {
      notes.append("unknown \(parts.name).\(name) was left out")
    }
  }
}

extension FieldValue {
  /// Reads an earlier occurrence of a message.
  fileprivate func occurrence() throws(PayloadError) -> Occurrence {
    let parts = try parts()
    guard let receivedAt = try parts("received_at").time().value else {
      throw .missingField(name: parts("received_at").name, mistakenFor: nil)
    }
    return Occurrence(
      sentAt: try parts("sent_at").time().value, receivedAt: receivedAt,
      title: try parts("title").text().value, subtitle: try parts("subtitle").text().value,
      body: try parts("body").text().value)
  }
}

extension TapBehavior {
  /// The parts by which its JSON tells it.
  fileprivate var partNames: [String] {
    switch self {
    case .app: ["kind"]
    case .url, .website: ["kind", "url"]
    case .thread: ["kind", "thread"]
    }
  }
}
