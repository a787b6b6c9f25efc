public import Foundation
public import InboxCore

extension Payload {
  /// A payload with a title; nil leaves a field absent.
  public static func make(
    _ title: String? = "Title", id: String? = nil, source: String? = nil, body: String? = nil,
    categories: [String]? = nil, tags: [String]? = nil, thread: String? = nil,
    priority: Priority? = nil, sentAt: Date? = nil, startsAt: Date? = nil,
    expiresAt: Date? = nil, delivery: Delivery? = nil
  ) -> Payload {
    var payload = Payload()
    payload.id = id
    payload.source = source
    payload.title = .init(title)
    payload.body = .init(body)
    payload.categories = .init(categories)
    payload.tags = .init(tags)
    payload.thread = .init(thread)
    payload.priority = .init(priority)
    payload.sentAt = .init(sentAt)
    payload.startsAt = .init(startsAt)
    payload.expiresAt = .init(expiresAt)
    payload.delivery = .init(delivery)
    return payload
  }
}

extension Payload.Field {
  /// A set field, or an absent one for nil.
  public init(_ value: Value?) {
    if let value { self = .set(value) } else { self = .absent }
  }
}
