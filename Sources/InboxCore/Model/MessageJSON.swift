package import InboxText

/// A message as JSON, layout 1: a stable interface for scripts.
///
/// Times are RFC 3339 in UTC; a field without a value is omitted. `Documentation/JSON.md` and the
/// schema beside it list the fields.
package struct MessageJSON: Sendable {
  /// The use of the JSON, which decides its fields.
  package enum Form: Sendable, Hashable {
    /// For readers of messages, as an element of an array or a line of its own.
    case message
    /// A line of an export, with fields that only an import needs.
    case export
  }

  /// The number of this layout, incremented when a field changes its meaning or is removed.
  package static let layout: Int64 = 1

  /// The object, without a line end.
  package let bytes: [UInt8]

  /// Encodes a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - form: The use of the JSON.
  ///   - files: The folder of stored files, to include their paths.
  package init(_ message: Message, as form: Form = .message, files: AttachmentFolder? = nil) {
    var writer = JSONWriter()
    writer.writeObject { writer in
      writer.writeField("v", .integer(Self.layout))
      writer.writeField("id", message.id)
      writer.writeField("number", .integer(message.number.rawValue))
      writer.writeField("source", message.source)
      message.writeContent(to: &writer, files: files)
      if form == .message { message.writeAnswerer(to: &writer) }
      message.writeTimes(to: &writer)
      message.writeState(to: &writer, isExport: form == .export)
    }
    bytes = writer.bytes
  }

  /// The object as text, without a line end.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Message {
  fileprivate func writeContent(to writer: inout JSONWriter, files: AttachmentFolder?) {
    writer.writeField("title", title)
    writer.writeField("subtitle", subtitle)
    writer.writeField("body", body)
    writer.writeField("categories", JSONValue(names: categories))
    writer.writeField("thread", thread)
    writer.writeField("tags", JSONValue(names: tags))
    writer.writeField("priority", .integer(Int64(priority.rawValue)))
    writer.writeField("glyph", glyph)
    writer.writeField("attachments", JSONValue(attachments, files: files))
    writer.writeField("tap", JSONValue(tap))
    writer.writeField("actions", JSONValue(actions))
    if isQuestion { writer.writeField("asks", .bool(true)) }
    writer.writeField("answer", answer)
    writer.writeField("sound", sound)
    writer.writeField("badge", badge.map { .integer(Int64($0)) })
    if format != .plain { writer.writeField("format", format.rawValue) }
    writer.writeField("progress", progress.map { .integer(Int64($0)) })
    writer.writeField("fold", fold)
  }

  fileprivate func writeAnswerer(to writer: inout JSONWriter) {
    guard let answerer else { return }
    writer.writeField("answered_by", answerer.person)
    writer.writeField("answered_on", answerer.machine)
    writer.writeField("answered_at", answerer.date.map(RFC3339.string))
    if answerer.isSent { writer.writeField("answer_sent", .bool(true)) }
  }

  fileprivate func writeTimes(to writer: inout JSONWriter) {
    writer.writeField("sent_at", sentAt.map(RFC3339.string))
    writer.writeField("received_at", RFC3339.string(from: receivedAt))
    writer.writeField("starts_at", startsAt.map(RFC3339.string))
    writer.writeField("expires_at", expiresAt.map(RFC3339.string))
    writer.writeField("snoozed_until", snoozedUntil.map(RFC3339.string))
    writer.writeField("snoozed_for", snoozedFor?.event)
    writer.writeField("done_at", doneAt.map(RFC3339.string))
    writer.writeField("opened_at", openedAt.map(RFC3339.string))
    if occurrences > 1 { writer.writeField("occurrences", .integer(Int64(occurrences))) }
    writer.writeField("first_at", firstAt.map(RFC3339.string))
    writer.writeField("last_at", lastAt.map(RFC3339.string))
    writer.writeField("resolved_at", resolvedAt.map(RFC3339.string))
  }

  fileprivate func writeState(to writer: inout JSONWriter, isExport: Bool) {
    writer.writeField("delivery", delivery.name)
    writer.writeField("status", status.name)
    if isExport { writer.writeField("status_before_delete", statusBeforeDelete?.name) }
    writer.writeField("pinned", .bool(isPinned))
    writer.writeField("custom", customAndOutcomes(inExport: isExport))
    writer.writeField("conversion_tags", JSONValue(names: conversionTags))
    if isPartial { writer.writeField("partial", .bool(true)) }
    writer.writeField("rules", JSONValue(names: rules))
    writer.writeField("arrived_on", machine)
    writer.writeField("earlier", JSONValue(earlier))
  }
}

extension JSONValue {
  /// A list of names; nil when there are none.
  package init?(names: [String]) {
    guard !names.isEmpty else { return nil }
    self = .array(names.map(Self.string))
  }

  /// A list of attachments in JSON; nil when there are none.
  package init?(_ attachments: [Attachment], files: AttachmentFolder? = nil) {
    guard !attachments.isEmpty else { return nil }
    self = .array(
      attachments.map { attachment in
        var fields: [String: JSONValue] = [
          "url": .string(attachment.url), "format": .string(attachment.format.rawValue),
        ]
        fields["name"] = attachment.name.map(Self.string)
        fields["size"] = attachment.size.map(Self.integer)
        let path = attachment.reference.flatMap { files?.presentPath(of: $0) }
        fields["path"] = path.map(Self.string)
        return .object(fields)
      })
  }

  /// A list of actions in JSON; nil when there are none.
  package init?(_ actions: [MessageAction]) {
    guard !actions.isEmpty else { return nil }
    self = .array(
      actions.map { action in
        var fields: [String: JSONValue] = [
          "id": .string(action.id), "label": .string(action.label),
        ]
        fields["url"] = action.url.map(Self.string)
        return .object(fields)
      })
  }

  /// Earlier occurrences in JSON; nil when there are none.
  package init?(_ occurrences: [Occurrence]) {
    guard !occurrences.isEmpty else { return nil }
    self = .array(
      occurrences.map { occurrence in
        var fields = occurrence.fields
        if let rest = fields.removeValue(forKey: Payload.restName) {
          fields["custom"] = .joining(fields["custom"], rest)
        }
        fields["received_at"] = .string(RFC3339.string(from: occurrence.receivedAt))
        fields["sent_at"] = occurrence.sentAt.map { .string(RFC3339.string(from: $0)) }
        fields["title"] = occurrence.title.map(Self.string)
        fields["subtitle"] = occurrence.subtitle.map(Self.string)
        fields["body"] = occurrence.body.map(Self.string)
        return .object(fields)
      })
  }

  /// The tap behavior in JSON.
  package init(_ tap: TapBehavior) {
    switch tap {
    case .app: self = .object(["kind": "app"])
    case .url(let url): self = .object(["kind": "url", "url": .string(url)])
    case .website(let url): self = .object(["kind": "website", "url": .string(url)])
    case .thread(let thread): self = .object(["kind": "thread", "thread": .string(thread)])
    }
  }
}
