import InboxText
/// A message as JSON, layout 1: the names that scripts rely on.
///
/// Times are RFC 3339 in UTC; a field without a value is left out.
public struct MessageJSON: Sendable {
  /// For what the JSON is made.
  public enum Form: Sendable, Hashable {
    /// An element of an array.
    case element
    /// A line of its own, which carries the layout as `"v": 1`.
    case line
    /// A line of an export: also what only an import needs.
    case export
  }

  /// The number of this layout; it goes up when a field changes its meaning or goes away.
  public static let layout: Int64 = 1

  /// The object, without a line end.
  public let bytes: [UInt8]

  /// Makes the JSON of a message.
  public init(_ message: Message, as form: Form = .element) {
    var writer = JSONWriter()
    writer.writeObject { writer in
      if form != .element { writer.writeField("v", .integer(Self.layout)) }
      message.writeIdentity(to: &writer)
      message.writeContent(to: &writer)
      message.writeTimes(to: &writer)
      message.writeState(to: &writer, isExport: form == .export)
    }
    bytes = writer.bytes
  }

  /// The object as text, without a line end.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Message {
  fileprivate func writeIdentity(to writer: inout JSONWriter) {
    writer.writeField("id", id)
    writer.writeField("number", .integer(number.rawValue))
    writer.writeField("source", source)
  }

  fileprivate func writeContent(to writer: inout JSONWriter) {
    writer.writeField("title", title)
    writer.writeField("subtitle", subtitle)
    writer.writeField("body", body)
    writer.writeField("categories", JSONValue(names: categories))
    writer.writeField("thread", thread)
    writer.writeField("tags", JSONValue(names: tags))
    writer.writeField("priority", .integer(Int64(priority.rawValue)))
    writer.writeField("glyph", glyph)
    writer.writeField("attachments", JSONValue(attachments))
    writer.writeField("tap", JSONValue(tap))
    writer.writeField("actions", JSONValue(actions))
    if isQuestion { writer.writeField("asks", .bool(true)) }
    writer.writeField("answer", answer)
    writer.writeField("sound", sound)
    writer.writeField("badge", badge.map { .integer(Int64($0)) })
  }

  fileprivate func writeTimes(to writer: inout JSONWriter) {
    writer.writeField("sent_at", sentAt.map(RFC3339.string))
    writer.writeField("received_at", RFC3339.string(from: receivedAt))
    writer.writeField("starts_at", startsAt.map(RFC3339.string))
    writer.writeField("expires_at", expiresAt.map(RFC3339.string))
    writer.writeField("snoozed_until", snoozedUntil.map(RFC3339.string))
  }

  fileprivate func writeState(to writer: inout JSONWriter, isExport: Bool) {
    writer.writeField("delivery", delivery.name)
    writer.writeField("status", status.name)
    if isExport { writer.writeField("status_before_delete", statusBeforeDelete?.name) }
    writer.writeField("pinned", .bool(isPinned))
    writer.writeField("custom", custom)
    writer.writeField("conversion_tags", JSONValue(names: conversionTags))
    if isPartial { writer.writeField("partial", .bool(true)) }
  }
}
