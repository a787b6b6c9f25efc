import InboxCore
import InboxText

extension PayloadShape {
  /// Rover's notification object, as in its store and its service.
  static let rover = PayloadShape(
    matches: {
      $0.hasAny(
        of: "tapBehavior", "isNotificationCenterEnabled", "rover", "deliveredAt", "isRead",
        "isDeleted")
    },
    rules: notification + roverBeside)

  /// Rover's block: the same object in a push.
  static let roverBeside = [FieldRule("rover") { try $0.take($1, by: block) }]

  private static let block = [FieldRule("notification") { try $0.take($1, by: notification) }]

  private static let notification = [
    .id, .title, .body,
    FieldRule("attachment") { payload, field in
      guard try field.object() != nil else { return payload.attachments = .cleared }
      let part = try field.parts()
      let type = part("type").value == .null ? part("format") : part("type")
      let name = try type.text().value?.lowercased() ?? "file"
      let format =
        Attachment.Format(rawValue: name) ?? payload.unknown(type, takenAs: .file, "file")
      payload.attachments = .set([Attachment(url: try part.text("url"), format: format)])
    },
    FieldRule("tapBehavior") { payload, field in
      guard try field.object() != nil else { return payload.tap = .cleared }
      let part = try field.parts()
      let kind = part("__typename")
      switch try kind.text().value {
      case "OpenAppNotificationTapBehavior": payload.tap = .set(.app)
      case "OpenURLNotificationTapBehavior": payload.tap = .set(.url(try part.text("url")))
      case "PresentWebsiteNotificationTapBehavior":
        payload.tap = .set(.website(try part.text("url")))
      default: payload.tap = .set(payload.unknown(kind, takenAs: .app, "app"))
      }
    },
    .sentAt.named("deliveredAt"), .expiresAt.named("expiresAt"),
    .conversionTags.named("conversionTags"),
    FieldRule("isNotificationCenterEnabled") {
      if try $1.flag() == false { $0.delivery = .set(.alert) }
    },
    FieldRule("isRead") { try $0.takeMark(.read, $1) },
    FieldRule("isDeleted") { try $0.takeMark(.deleted, $1) },
  ]
}

extension Payload {
  /// Applies one of the two flags of a status; deleted takes precedence over read.
  mutating func takeMark(_ status: Status, _ field: FieldValue) throws(PayloadError) {
    guard try field.flag() == true else { return }
    if status == .deleted { local.statusBeforeDelete = local.status }
    local.status = status
  }
}
