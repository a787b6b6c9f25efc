package import Foundation
package import InboxCore

extension Message {
  /// A message that has what every message has; a test says only what matters to it.
  package static func make(
    _ number: Int64 = 1, id: String? = nil, source: String = "cli", title: String? = "Title",
    body: String? = nil, thread: String? = nil, priority: Priority = .default,
    delivery: Delivery = .inboxAndAlert, sound: String? = nil, status: Status = .unread,
    receivedAt: Date = .testing, isPinned: Bool = false
  ) -> Message {
    var message = Message(
      number: MessageNumber(number), id: id ?? "m\(number)", source: source, receivedAt: receivedAt)
    (message.title, message.body, message.thread) = (title, body, thread)
    (message.priority, message.delivery, message.sound) = (priority, delivery, sound)
    (message.status, message.isPinned) = (status, isPinned)
    return message
  }
}

extension MessageRow {
  /// A row that says what a test names; everything but its identity and time has a default.
  package init(
    number: MessageNumber, source: String, title: String? = nil, subtitle: String? = nil,
    excerpt: String? = nil, glyph: String? = nil, thread: String? = nil,
    priority: Priority = .default, status: Status = .unread, isPinned: Bool = false,
    isExpired: Bool = false, actionCount: Int = 0, question: Question? = nil, sortDate: Date
  ) {
    self.init(number: number, source: source, title: title, excerpt: excerpt, sortDate: sortDate)
    (self.subtitle, self.glyph, self.thread) = (subtitle, glyph, thread)
    (self.priority, self.status, self.isPinned) = (priority, status, isPinned)
    (self.isExpired, self.actionCount, self.question) = (isExpired, actionCount, question)
  }
}
