import InboxCore
import InboxText

extension PayloadShape {
  /// Netmera's push object, by the names of its public properties.
  static let netmera = PayloadShape(
    matches: { $0.hasAny(of: "pushId", "pushInstanceId", "inboxStatus", "includedInInbox") },
    rules: [.custom.named("customDictionary")]
      + netmeraBeside + [
        .alert, .sound, .badge,
      ])

  /// Netmera's fields that may also be beside `aps`.
  static let netmeraBeside = [
    .category,
    .otherID.named("pushInstanceId"),
    FieldRule("pushId") { payload, field in
      let id = try field.identifier()
      if payload.id == nil { payload.id = id } else { payload.keep(field.value, as: "pushId") }
    },
    FieldRule("mediaAttachmentURL") { payload, field in
      payload.attachments = try field.text().map { [Attachment(url: $0, format: .image)] }
    },
    FieldRule("sendDate") { $0.sentAt = try $1.time(assumesUTC: true, takesMilliseconds: true) },
    FieldRule("expirationDate") {
      $0.expiresAt = try $1.time(assumesUTC: true, takesMilliseconds: true)
    },
    FieldRule("includedInInbox") {
      if try $1.flag() == false { $0.delivery = .set(.alert) }
    },
    FieldRule("inboxStatus") { payload, field in
      guard let bits = try field.integer().value else { return }
      payload.local.status = statuses[bits] ?? payload.unknown(field, takenAs: .unread, "unread")
    },
    FieldRule("action") { try $0.take($1, by: [.link.named("deeplinkURL")]) },
    FieldRule("interactiveActions") { payload, field in
      payload.actions = try field.actions { part throws(PayloadError) in
        (try part.text("title"), try part("deeplinkURL").text().value)
      }
    },
  ]

  private static let statuses: [Int64: Status] = [1: .read, 2: .unread, 4: .deleted]
}
