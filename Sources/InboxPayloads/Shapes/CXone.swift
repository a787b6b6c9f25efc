import InboxCore
import InboxText

extension PayloadShape {
  /// A CXone thread notification outside of a push, remote or local.
  static let cxone = PayloadShape(
    matches: { object in
      if case .string = object["threadId"] { return true }
      return object["cxone_data"] != nil || object["userInfo"]?.value(at: "/threadId") != nil
    },
    rules: FieldRule.table + cxoneBeside,
    finish: { payload, object in
      // A local notification has only these two fields of its message.
      if object["threadId"] != nil { payload.titleWithoutText = "New message" }
    }, namesOurFields: true)

  /// CXone's block: the conversation, which a tap opens.
  static let cxoneBeside = [
    FieldRule("cxone_data") { try $0.take($1, by: cxoneThread) },
    // The fields of CXone's local notifications.
    FieldRule("userInfo") { payload, field in
      guard case .object = field.value else { return payload.keep(field.value, as: field.name) }
      try payload.take(field, by: cxoneThread)
    },
    FieldRule("threadId") { try $0.takeThread($1) },
    .otherID.named("messageId"),
  ]

  private static let cxoneThread = ["thread_id", "threadId"].map { name in
    FieldRule(name) { try $0.takeThread($1) }
  }
}

extension Payload {
  fileprivate mutating func takeThread(_ field: FieldValue) throws(PayloadError) {
    thread = try field.text()
    if let name = thread.value { tap.fill(from: .set(.thread(name))) }
  }
}
