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
    Payload(
      title: title, body: body, source: source, tags: tags, thread: thread, priority: priority,
      glyph: glyph, attachments: attachment.map { [$0] }, tap: url.map(TapBehavior.url),
      actions: actions, sentAt: now.addingTimeInterval(-age * 60),
      expiresAt: lifetime.map { now.addingTimeInterval($0 * 60) })
  }
}
