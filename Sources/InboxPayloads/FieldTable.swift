import InboxCore
package import InboxText

/// The fields of a message: one table of their names and readers for all sources.
///
/// Our own JSON is the complete table. Other shapes use its fields under their own names, as in
/// `FieldRule.body.named("message")`, and add specific ones. `Payload.checked()` has the limits of
/// all fields, and ``TextNames`` further names of texts.
extension FieldRule {
  /// Every field of a message, in the order in which they are applied.
  static let table = identity + texts + labels + appearance + behavior + folding + times + state

  private static let identity = [
    custom,
    FieldRule("v", .number) { _, field in
      guard case .integer(MessageJSON.layout) = field.value else {
        throw field.error(expected: "\(MessageJSON.layout)")
      }
    },
    id,
    FieldRule("replaces_id") { payload, field in
      // On the desktop 0 means no replacement.
      guard field.value != .integer(0), let id = try field.identifier() else { return }
      payload.id = payload.id ?? id
      payload.resurfaces = true
    },
    FieldRule("source") { $0.source = try $1.text().value },
  ]

  private static let labels = [categories, category, thread, tags, conversionTags]

  private static let appearance = [priority, glyph, sound, badge]

  private static let behavior = [
    FieldRule("attachments", .value) { $0.attachments = try $0.attachments(from: $1) },
    FieldRule("tap", .value) { $0.tap = try $0.tap(from: $1) },
    url,
    FieldRule("actions", .value) { $0.actions = try $0.actions(from: $1) },
    FieldRule("asks", .flag) { $0.asks = try $1.flag().map(Payload.Field.set) ?? .cleared },
    .local("answer", \.answer) { try $1.text().value },
  ]

  private static let folding = [
    FieldRule("format") { payload, field in
      payload.format = try field.text().map { name in
        BodyFormat(rawValue: name) ?? payload.unknown(field, takenAs: .plain, "plain")
      }
    },
    // The same as a flag, as in ntfy and others.
    FieldRule("markdown", .flag) { payload, field in
      if try field.flag() == true, payload.format.isAbsent { payload.format = .set(.markdown) }
    },
    FieldRule("progress", .number) { $0.progress = try $1.integer().map { Int(clamping: $0) } },
    FieldRule("fold") { $0.fold = try $1.identifier().map(Payload.Field.set) ?? .cleared },
    FieldRule("resolves") { $0.resolves = try $1.identifier() },
    .local("occurrences", \.occurrences) { try $1.integer().value.map { Int(clamping: $0) } },
    .local("first_at", \.firstAt) { try $1.time().value },
    .local("last_at", \.lastAt) { try $1.time().value },
    .local("resolved_at", \.resolvedAt) { try $1.time().value },
    .local("arrived_on", \.machine) { try $1.text().value },
    .local("rules", \.rules) { try $1.names().value },
    .local("earlier", \.earlier) { try $1.list()?.map { try $0.occurrence() } },
  ]

  private static let times = [
    sentAt,
    FieldRule("starts_at", .time) { $0.startsAt = try $1.time() },
    expiresAt,
    .local("received_at", \.receivedAt) { try $1.time().value },
    .local("snoozed_until", \.snoozedUntil) { try $1.time().value },
    .local("snoozed_for", \.snoozedFor) { try $0.snoozeEvent(from: $1) },
    .local("done_at", \.doneAt) { try $1.time().value },
    .local("opened_at", \.openedAt) { try $1.time().value },
  ]

  private static let state = [
    FieldRule("delivery") { payload, field in
      payload.delivery = try field.text().map { name in
        Delivery(name: name) ?? payload.unknown(field, takenAs: .inboxAndAlert, "inbox+alert")
      }
    },
    FieldRule("resurface", .flag) { $0.resurfaces = try $1.flag() ?? $0.resurfaces },
    FieldRule("partial", .flag) { $0.isPartial = try $1.flag() ?? false },
    .local("number", \.number) { try $1.integer().value.map { MessageNumber($0) } },
    .local("status", \.status) { try $0.status(from: $1) },
    .local("status_before_delete", \.statusBeforeDelete) { try $0.status(from: $1) },
    .local("pinned", \.isPinned) { try $1.flag() },
  ]
}

/// Fields that several shapes have, each under its own name.
extension FieldRule {
  static let custom = FieldRule("custom", .value) { $0.custom = try $1.field("any value") { $0 } }
  static let id = FieldRule("id") { $0.id = try $1.identifier() }
  /// The id, if no earlier field set one.
  static let otherID = FieldRule("id") { $0.id = try $0.id ?? $1.identifier() }

  static let title = FieldRule("title") { $0.title = try $1.text() }
  static let subtitle = FieldRule("subtitle") { $0.subtitle = try $1.text() }
  static let body = FieldRule("body") { $0.body = try $1.text() }
  /// The three texts under their most common names.
  static let texts = [title, subtitle, body]

  static let categories = FieldRule("categories", .names) { $0.categories = try $1.names() }
  /// One or several categories, in addition to those of another field.
  static let category = FieldRule("category", .names) { payload, field in
    let names = try field.names()
    let known = payload.categories.value ?? []
    guard !known.isEmpty, let more = names.value else {
      return payload.categories.fill(from: names)
    }
    payload.categories = .set(known + more.filter { !known.contains($0) })
  }
  static let thread = FieldRule("thread") { $0.thread = try $1.text() }
  static let tags = FieldRule("tags", .names) { $0.tags = try $1.names() }
  static let conversionTags = FieldRule("conversion_tags", .names) {
    $0.conversionTags = try $1.names()
  }

  static let priority = FieldRule("priority", .number) { $0.priority = try $0.priority(from: $1) }
  static let glyph = FieldRule("glyph") { $0.glyph = try $1.text() }
  static let sound = FieldRule("sound") { $0.sound = try $1.text() }
  static let badge = FieldRule("badge", .number) {
    $0.badge = try $1.integer().map { Int(clamping: $0) }
  }

  /// The link that the message opens.
  static let link = FieldRule("url") { $0.tap = try $1.text().map(TapBehavior.url) }
  /// The link that the message opens, unless an earlier field set the tap behavior.
  static let url = FieldRule("url") {
    try $0.fill(\.tap, with: $1.text().map(TapBehavior.url), from: $1)
  }

  static let sentAt = FieldRule("sent_at", .time) { $0.sentAt = try $1.time() }
  static let expiresAt = FieldRule("expires_at", .time) { $0.expiresAt = try $1.time() }
}

/// The fields of a message for sources with texts only: templates, headers, forms.
package enum FieldTable {
  /// The names of the fields that a sender may set, in the order of the table.
  package static let names = FieldRule.table.filter { $0.isGiven == nil }.map(\.name)

  private static let kinds = Dictionary(
    FieldRule.table.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })

  /// Converts a text to the JSON value of a field.
  ///
  /// Invalid numbers and times stay
  /// texts, so that the field's reader reports them.
  package static func value(of text: String, for name: String) -> JSONValue {
    switch kinds[name] ?? .text {
    case .number: return Int64(text).map(JSONValue.integer) ?? .string(text)
    case .flag: return .bool(["true", "yes", "1"].contains(text.lowercased()))
    case .value: return (try? JSONValue(json: text)) ?? .string(text)
    case .names, .text, .time: return .string(text)
    }
  }
}
