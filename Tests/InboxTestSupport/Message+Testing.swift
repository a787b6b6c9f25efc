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
    Message(
      number: MessageNumber(number), id: id ?? "m\(number)", source: source, title: title,
      body: body, thread: thread, priority: priority, sound: sound, receivedAt: receivedAt,
      delivery: delivery, status: status, isPinned: isPinned)
  }
}
