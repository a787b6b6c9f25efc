import InboxCore
import InboxText

extension PayloadShape {
  /// An APNs push with the vendors' fields beside `aps`.
  static let apns = PayloadShape(
    matches: { $0["aps"] != nil },
    rules: [
      .custom, .id,
      FieldRule("aps") { try $0.take($1, by: aps) },
    ] + cxoneBeside + roverBeside + sfmcBeside + netmeraBeside + [.url],
    finish: { payload, object in
      // A push without text only wakes an app, or updates an existing message.
      if !payload.hasText { payload.isSilent = true }
      payload.isPartial = payload.id != nil && object.isPushOfInboxMessage
    })

  private static let aps = [
    .alert,
    FieldRule("sound") { payload, field in
      guard case .object = field.value else { return payload.sound = try field.text() }
      payload.sound = try field.parts()("name").text()
    },
    .badge, .thread.named("thread-id"), .categories.named("category"),
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

extension FieldRule {
  /// A text, or the texts of an alert.
  static let alert = FieldRule("alert") { payload, field in
    guard case .object(let alert) = field.value else {
      return payload.body = try field.field("a text or an object") { $0.storableText }
    }
    let localized = FieldValue(name: field.name, value: .object(LocalizedAlert.texts(of: alert)))
    try payload.take(localized, by: texts)
  }
}

/// The texts of an alert that refers to its app's string table.
private enum LocalizedAlert {
  /// The alert with the key and its arguments in place of each missing text.
  ///
  /// There is no string table here; the key is better than nothing.
  static func texts(of alert: [String: JSONValue]) -> [String: JSONValue] {
    ["title", "subtitle", "body"].reduce(into: alert) { alert, name in
      let prefix = name == "body" ? "" : name + "-"
      guard (alert[name] ?? .null) == .null, case .string(let key) = alert[prefix + "loc-key"]
      else { return }
      var words: [String] = []
      if case .array(let arguments) = alert[prefix + "loc-args"] {
        words = arguments.map { $0.plainText ?? $0.json }
      }
      alert[name] = .string(
        words.isEmpty ? key : "\(key) (\(words.joined(separator: ", ")))")
    }
  }
}
