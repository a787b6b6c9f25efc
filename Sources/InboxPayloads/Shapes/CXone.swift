import InboxCore
import InboxText

extension PayloadShape {
  /// A CXone thread notification outside of a push, remote or local.
  static let cxone = PayloadShape(
    name: "cxone",
    matches: { object in
      if case .string = object["threadId"] { return true }
      return object["cxone_data"] != nil
    },
    rules: FieldRule.table + cxoneBeside,
    finish: { payload, object in
      // A local notification has only these two fields of its message.
      if object["threadId"] != nil { payload.titleWithoutText = "New message" }
    }, namesOurFields: true)

  /// CXone's block: the conversation, which a tap opens.
  static let cxoneBeside = [
    FieldRule("cxone_data") { payload, field in
      try payload.take(
        field,
        by: ["thread_id", "threadId"].map { FieldRule($0) { try $0.takeThread($1) } })
    },
    // The fields of CXone's local notifications.
    FieldRule("threadId") { try $0.takeThread($1) },
    .otherID.named("messageId"),
  ]
}

extension Payload {
  fileprivate mutating func takeThread(_ field: FieldValue) throws(PayloadError) {
    thread = try field.text()
    if let name = thread.value { tap.fill(from: .set(.thread(name))) }
  }
}
