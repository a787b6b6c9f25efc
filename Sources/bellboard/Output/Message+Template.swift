import InboxText
import Foundation
import InboxCore

/// A line for a message.
typealias MessageTemplate = TextTemplate<Message>

extension Message: TemplateSubject {
  static let templateFields: [TemplateField<Message>] = [
    .init(name: "number", number: { Int($0.number.rawValue) }),
    .init(name: "id", text: { $0.id }),
    .init(name: "source", text: { $0.source }),
    .init(name: "title", text: { $0.title }),
    .init(name: "subtitle", text: { $0.subtitle }),
    .init(name: "body", text: { $0.body }),
    .init(name: "categories", text: { $0.categories.joined(separator: ",") }),
    .init(name: "thread", text: { $0.thread }),
    .init(name: "tags", text: { $0.tags.joined(separator: ",") }),
    .init(name: "priority", number: { $0.priority.rawValue }),
    .init(name: "glyph", text: { $0.glyph }),
    .init(name: "actions", text: { $0.actions.map(\.label).joined(separator: ",") }),
    .init(name: "answer", text: { $0.answer }),
    .init(name: "url", text: { $0.tap.url }),
    .init(name: "sound", text: { $0.sound }),
    .init(name: "sent_at", text: { $0.sentAt.map(RFC3339.string(from:)) }),
    .init(name: "received_at", text: { RFC3339.string(from: $0.receivedAt) }),
    .init(name: "starts_at", text: { $0.startsAt.map(RFC3339.string(from:)) }),
    .init(name: "expires_at", text: { $0.expiresAt.map(RFC3339.string(from:)) }),
    .init(name: "snoozed_until", text: { $0.snoozedUntil.map(RFC3339.string(from:)) }),
    .init(name: "delivery", text: { $0.delivery.name }),
    .init(name: "status", text: { $0.status.name }),
    .init(name: "pinned", truth: { $0.isPinned }),
  ]
}
