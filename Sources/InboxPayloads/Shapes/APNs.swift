import InboxCore
import InboxText

extension PayloadShape {
  /// A push of Apple's service, with what vendors put beside `aps`.
  static let apns = PayloadShape(
    name: "apns", matches: { $0["aps"] != nil },
    rules: [
      FieldRule("id") { $0.id = try $1.identifier() },
      FieldRule("aps") { try $0.take($1, by: aps) },
    ] + cxoneBeside + roverBeside + sfmcBeside + netmeraBeside,
    finish: { payload, object in
      // Nothing to show: such a push only wakes an app, or updates what it names.
      if !payload.hasText { payload.isSilent = true }
      if object["_mid"] != nil { payload.isPartial = object.isShareOfInboxMessage }
    })

  private static let aps = [
    FieldRule("alert") { payload, field in
      if case .object = field.value { return try payload.take(field, by: FieldRule.texts) }
      payload.body = try field.field("a text or an object") { $0.storableText }
    },
    FieldRule("sound") { payload, field in
      guard case .object = field.value else { return payload.sound = try field.text() }
      payload.sound = try field.parts()("name").text()
    },
    FieldRule("badge") { $0.badge = try $1.integer().map { Int(clamping: $0) } },
    FieldRule("thread-id") { $0.thread = try $1.text() },
    FieldRule("category") { $0.categories = try $1.names() },
    FieldRule("interruption-level") { payload, field in
      payload.priority = try field.text().map { name in
        levels[name] ?? payload.unknown(field, takenAs: .default, "default")
      }
    },
    FieldRule("content-available") { payload, field in
      // With text it is an ordinary push that also wakes the app.
      if try field.integer().value == 1, !payload.hasText { payload.isSilent = true }
    },
    .ignored("mutable-content"),
  ]

  private static let levels: [String: Priority] = [
    "passive": .low, "active": .default, "time-sensitive": .high, "critical": .max,
  ]
}
