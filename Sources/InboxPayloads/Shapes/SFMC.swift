import InboxCore
import InboxText

extension PayloadShape {
  /// An inbox message of Salesforce Marketing Cloud, as returned by its SDK.
  static let sfmc = PayloadShape(
    matches: {
      $0.hasAny(
        of: "alert", "subject", "sendDateUtc", "startDateUtc", "endDateUtc", "_m", "_mid",
        "inboxMessage")
    },
    rules: [.custom] + sfmcBeside + [
      .otherID,
      // The texts of the inbox message take precedence over those of its push and its name.
      FieldRule("alert") { try $0.fill(\.body, with: $1.text(), from: $1) },
      FieldRule("notificationMessage") { try $0.fill(\.body, with: $1.text(), from: $1) },
      FieldRule("title") { try $0.fill(\.title, with: $1.text(), from: $1) },
      FieldRule("name") { try $0.fill(\.title, with: $1.text(), from: $1) },
      FieldRule("subtitle") { try $0.fill(\.subtitle, with: $1.text(), from: $1) },
      .sound, .link,
      FieldRule("read") { try $0.takeMark(.read, $1) },
      FieldRule("deleted") { try $0.takeMark(.deleted, $1) },
    ] + bookkeeping.map(FieldRule.ignored),
    finish: { $0.isPartial = $0.id != nil && $1.isShareOfInboxMessage })

  /// SFMC's fields beside `aps`, and those that only the complete inbox message has.
  static let sfmcBeside = [
    .otherID.named("_m"), .otherID.named("_mid"), .link.named("_od"), .title.named("subject"),
    .body.named("inboxMessage"), .subtitle.named("inboxSubtitle"),
    FieldRule("sendDateUtc") { $0.sentAt = try $1.time(assumesUTC: true) },
    FieldRule("startDateUtc") { $0.startsAt = try $1.time(assumesUTC: true) },
    FieldRule("endDateUtc") { $0.expiresAt = try $1.time(assumesUTC: true) },
  ]

  /// Internal fields of the SDK.
  private static let bookkeeping = [
    "contentType", "messageDeleted", "messageHash", "requestId", "statusDirty",
  ]
}

extension [String: JSONValue] {
  /// Whether this is the partial push of a message that arrives completely later: a push has no
  /// room for the dates and the subject.
  fileprivate var isShareOfInboxMessage: Bool {
    !hasAny(of: "sendDateUtc", "startDateUtc", "endDateUtc", "subject", "statusDirty")
  }

  /// Whether an inbox message of Marketing Cloud will follow this push.
  ///
  /// Recognized by the service's own id, or by fields of the inbox message beside `aps`.
  var isPushOfInboxMessage: Bool {
    guard isShareOfInboxMessage else { return false }
    let hasForeignBlock = hasAny(
      of: "cxone_data", "threadId", "rover", "pushId", "pushInstanceId", "includedInInbox")
    return hasAny(of: "_m", "_mid")
      || !hasForeignBlock && self["id"] != nil && hasAny(of: "url", "custom", "name")
  }
}
