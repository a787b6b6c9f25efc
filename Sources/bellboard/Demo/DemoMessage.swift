import Foundation
import InboxCore

/// One message of the demonstration, as a row of a table.
struct DemoMessage: Sendable {
  var glyph: String?
  var title: String
  var body: String
  var source: String
  var priority = Priority.default
  var thread: String?
  var tags: [String] = []
  var url: String?
  var actions: [MessageAction] = []
  var attachment: Attachment?
  /// Minutes before now at which it was sent.
  var age = 0.0
  /// Where it stands with its reader by now.
  var status = Status.unread
  var isPinned = false
  /// Minutes after now until which it is snoozed.
  var snooze: Double?
  /// Minutes after now at which it expires.
  var lifetime: Double?

  /// The payload that a sender would have pushed.
  func payload(at now: Date) -> Payload {
    var payload = Payload()
    payload.source = source
    payload.title = .set(title)
    payload.body = .set(body)
    payload.priority = .set(priority)
    payload.sentAt = .set(now.addingTimeInterval(-age * 60))
    if let glyph { payload.glyph = .set(glyph) }
    if let thread { payload.thread = .set(thread) }
    if !tags.isEmpty { payload.tags = .set(tags) }
    if let url { payload.tap = .set(.url(url)) }
    if !actions.isEmpty { payload.actions = .set(actions) }
    if let attachment { payload.attachments = .set([attachment]) }
    if let lifetime { payload.expiresAt = .set(now.addingTimeInterval(lifetime * 60)) }
    return payload
  }
}
