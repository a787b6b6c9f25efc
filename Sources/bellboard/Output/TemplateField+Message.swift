import Foundation
import InboxCore

/// A line for a message.
typealias MessageTemplate = TextTemplate<Message>

extension TextTemplate<Message> {
  /// Reads a template for messages.
  init(parsing text: String) throws {
    try self.init(parsing: text, fields: TemplateField.all)
  }
}

extension TemplateField<Message> {
  /// The fields of a message, as one table.
  static let all: [TemplateField] = [
    .init(name: "number") { String($0.number.rawValue) },
    .init(name: "id") { $0.id },
    .init(name: "source") { $0.source },
    .init(name: "title") { $0.title ?? "" },
    .init(name: "subtitle") { $0.subtitle ?? "" },
    .init(name: "body") { $0.body ?? "" },
    .init(name: "categories") { $0.categories.joined(separator: ",") },
    .init(name: "thread") { $0.thread ?? "" },
    .init(name: "tags") { $0.tags.joined(separator: ",") },
    .init(name: "priority") { String($0.priority.rawValue) },
    .init(name: "glyph") { $0.glyph ?? "" },
    .init(name: "actions") { $0.actions.map(\.label).joined(separator: ",") },
    .init(name: "answer") { $0.answer ?? "" },
    .init(name: "url") { $0.tap.url ?? "" },
    .init(name: "sound") { $0.sound ?? "" },
    .init(name: "sent_at") { $0.sentAt.map(RFC3339.string(from:)) ?? "" },
    .init(name: "received_at") { RFC3339.string(from: $0.receivedAt) },
    .init(name: "starts_at") { $0.startsAt.map(RFC3339.string(from:)) ?? "" },
    .init(name: "expires_at") { $0.expiresAt.map(RFC3339.string(from:)) ?? "" },
    .init(name: "snoozed_until") { $0.snoozedUntil.map(RFC3339.string(from:)) ?? "" },
    .init(name: "delivery") { $0.delivery.name },
    .init(name: "status") { $0.status.name },
    .init(name: "pinned") { $0.isPinned ? "true" : "false" },
  ]
}
