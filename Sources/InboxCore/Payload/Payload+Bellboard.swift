import InboxText

extension PayloadShape {
  /// Our own JSON, as `list --json` and `export` write it.
  static let bellboard = PayloadShape(
    name: "bellboard", matches: { _ in true },
    rules: identity + FieldRule.texts + labels + looks + deeds + times + state)

  private static let identity = [
    FieldRule("custom") { $0.custom = try $1.field("any value") { $0 } },
    FieldRule("v") { _, field in
      guard case .integer(MessageJSON.layout) = field.value else {
        throw field.problem(expected: "\(MessageJSON.layout)")
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
    FieldRule("category") { payload, field in
      let names = try field.names()
      let known = payload.categories.value ?? []
      guard !known.isEmpty, let more = names.value else {
        return payload.categories.fill(from: names)
      }
      payload.categories = .set(known + more.filter { !known.contains($0) })
    },
    FieldRule("thread") { $0.thread = try $1.text() },
    FieldRule("tags") { $0.tags = try $1.names() },
    FieldRule("conversion_tags") { $0.conversionTags = try $1.names() },
  ]

  private static let looks = [
    FieldRule("priority") { $0.priority = try $0.priority(from: $1) },
    FieldRule("glyph") { $0.glyph = try $1.text() },
    FieldRule("sound") { $0.sound = try $1.text() },
    FieldRule("badge") { $0.badge = try $1.integer().map { Int(clamping: $0) } },
  ]

  private static let deeds = [
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
  public static var fieldNames: [String] { PayloadShape.bellboard.rules.map(\.name) }

  /// The names of the fields of the reader's that were given.
  var localNames: [String] {
    guard local != Local() else { return [] }
    return PayloadShape.local.filter { $0.isGiven?(local) ?? false }.map(\.name)
  }
}
