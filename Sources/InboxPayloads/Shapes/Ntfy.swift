import InboxCore
import InboxText

extension PayloadShape {
  /// An ntfy message, as subscribers receive it or publishers send it.
  static let ntfy = PayloadShape(
    matches: { if case .string = $0["topic"] { true } else { false } },
    rules: content + deeds)

  private static let content = [
    .id,
    // Messages of one sequence replace each other.
    FieldRule("sequence_id") { $0.id = try $1.identifier() ?? $0.id },
    FieldRule("topic") { $0.source = try $1.text().value.map { "ntfy/\($0)" } },
    .body.named("message"), .title, .tags, .sentAt.named("time"),
    // Zero is ntfy's default priority.
    FieldRule("priority") { payload, field in
      payload.priority = field.value == .integer(0) ? .cleared : try payload.priority(from: field)
    },
    // Publishers send a flag, subscribers receive a content type.
    FieldRule("markdown") { payload, field in
      payload.format = try field.flag().map { .set($0 ? .markdown : .plain) } ?? .cleared
    },
    FieldRule("content_type") { payload, field in
      switch try field.text() {
      case .set("text/markdown"): payload.format = .set(.markdown)
      case .set("text/plain"): payload.format = .set(.plain)
      case .set: payload.keep(field.value, as: "content_type")
      case .absent, .cleared: payload.format = .cleared
      }
    },
    // The server's retention time, which does not concern the message.
    .ignored("expires"),
    FieldRule("event") { payload, field in
      let event = try field.text().value ?? "message"
      guard event != "message" else { return }
      payload = Payload()
      payload.isSilent = true
      payload.notes = ["ntfy event \(event) is not a message"]
    },
  ]

  private static let deeds = [
    .link.named("click"),
    FieldRule("actions") { payload, field in
      payload.actions = try field.actions { part throws(PayloadError) in
        // Only `view` opens its URL; HTTP calls and broadcasts are for the phone.
        let opens = part("action").value == "view"
        return (try part.text("label"), opens ? try part.text("url") : nil)
      }
      // For subscribers with more capabilities.
      if field.value.hasMoreThanLinks { payload.keep(field.value, as: "actions") }
    },
    FieldRule("attach") { payload, field in
      payload.attachments = try field.text().map { [Attachment(url: $0)] }
    },
    FieldRule("filename") { payload, field in
      guard case .set(var attachments) = payload.attachments, !attachments.isEmpty else {
        return payload.keep(field.value, as: "filename")
      }
      attachments[0].name = try field.text().value
      payload.attachments = .set(attachments)
    },
    FieldRule("attachment") { payload, field in
      guard try field.object() != nil else { return payload.attachments = .cleared }
      let part = try field.parts()
      let kind = try part("type").text().value?.split(separator: "/").first.map(String.init)
      let format = kind.flatMap(Attachment.Format.init(rawValue:)) ?? .file
      payload.attachments = .set([
        Attachment(
          name: try part("name").text().value, url: try part.text("url"), format: format,
          size: try part("size").integer().value)
      ])
    },
  ]
}

extension JSONValue {
  /// Whether it is a list of actions with more than a label and a link.
  fileprivate var hasMoreThanLinks: Bool {
    guard case .array(let actions) = self else { return false }
    return actions.contains { action in
      guard case .object(var fields) = action else { return false }
      // Servers add to each action that it keeps the notification.
      if fields["clear"] == .bool(false) { fields["clear"] = nil }
      return fields["action"] != "view"
        || !fields.keys.allSatisfy(["id", "action", "label", "url"].contains)
    }
  }
}
