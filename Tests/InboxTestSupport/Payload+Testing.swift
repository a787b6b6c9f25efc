package import Foundation
package import InboxCore

extension Payload {
  /// A payload with some title, for tests to which the title does not matter.
  package static func make(
    _ title: String? = "Title", id: String? = nil, source: String? = nil, body: String? = nil,
    categories: [String]? = nil, tags: [String]? = nil, thread: String? = nil,
    priority: Priority? = nil, sentAt: Date? = nil, startsAt: Date? = nil,
    expiresAt: Date? = nil, delivery: Delivery? = nil, sound: String? = nil,
    fold: String? = nil, resolves: String? = nil
  ) -> Payload {
    Payload(
      title: title, body: body, source: source, id: id, categories: categories, tags: tags,
      thread: thread, priority: priority, sound: sound, sentAt: sentAt, startsAt: startsAt,
      expiresAt: expiresAt, delivery: delivery, fold: fold, resolves: resolves)
  }

  /// The payload with something changed.
  package func with(_ change: (inout Payload) throws -> Void) rethrows -> Payload {
    var payload = self
    try change(&payload)
    return payload
  }
}
