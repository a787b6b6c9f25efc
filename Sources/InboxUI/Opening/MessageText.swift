package import InboxCore
package import InboxText

/// The text of messages for the clipboard and for programs.
package enum MessageText {
  /// Title, subtitle and body, with an empty line between messages and no final line end.
  package static func text(of messages: [Message]) -> String {
    messages.map(text).joined(separator: "\n\n")
  }

  /// The main links of messages, one per line; nil if there are none.
  package static func links(of messages: [Message]) -> String? {
    let links = messages.compactMap(link)
    return links.isEmpty ? nil : links.joined(separator: "\n")
  }

  private static func text(of message: Message) -> String {
    let head = [message.title, message.subtitle].compactMap(\.self).joined(separator: "\n")
    let parts = [head, message.body ?? ""].filter { !$0.isEmpty }
    let text = parts.joined(separator: "\n\n")
    let end = text.lastIndex { !$0.isNewline }.map(text.index(after:))
    return String(text[..<(end ?? text.startIndex)])
  }

  /// The link that the message opens, else the first one in its text, actions or attachments.
  private static func link(of message: Message) -> String? {
    message.tap.url ?? message.body.flatMap { links(in: $0).first }
      ?? message.actions.lazy.compactMap(\.url).first
      ?? message.attachments.first { $0.reference == nil }?.url
  }

  /// The links in a text, in order.
  static func links(in text: String) -> [String] {
    let units = TextUnits(text)
    return LinkScanner(units: units).links().map(units.text)
  }
}

/// What a template names the fields of.
package protocol TemplateSubject: TemplateValues, Sendable {
  /// The table of fields.
  static var templateFields: [TemplateField<Self>] { get }
}

/// A field that a template can name.
package struct TemplateField<Subject: TemplateSubject>: Sendable {
  /// The name, the same as in JSON.
  package let name: String
  /// The field of a subject; nil if it has none.
  package let value: @Sendable (Subject) -> JSONValue?

  package init(_ name: String, value: @escaping @Sendable (Subject) -> JSONValue?) {
    (self.name, self.value) = (name, value)
  }

  package init(_ name: String, text: @escaping @Sendable (Subject) -> String?) {
    self.init(name) { text($0).map(JSONValue.string) }
  }

  package init(_ name: String, number: @escaping @Sendable (Subject) -> Int) {
    self.init(name) { .integer(Int64(number($0))) }
  }

  /// The field of a subject as text, an object as JSON; empty if it has none.
  package func text(of subject: Subject) -> String {
    let value = value(subject)
    if case .object? = value { return value?.json ?? "" }
    return value?.plainText ?? ""
  }
}

extension TemplateSubject {
  /// The names of the fields.
  package static var fieldNames: [String] { templateFields.map(\.name) }

  package func value(at steps: [String]) -> JSONValue? {
    let field = Self.templateFields.first { $0.name == steps[0] }
    return field?.value(self)?.value(at: Array(steps.dropFirst()))
  }
}

/// The fields of `--format`, `show --field` and programs on keys.
extension Message: TemplateSubject {
  package static let templateFields: [TemplateField<Message>] = [
    .init("number", number: { Int($0.number.rawValue) }),
    .init("id", text: { $0.id }),
    .init("source", text: { $0.source }),
    .init("title", text: { $0.title }),
    .init("subtitle", text: { $0.subtitle }),
    .init("body", text: { $0.body }),
    .init("categories", text: { $0.categories.joined(separator: ",") }),
    .init("thread", text: { $0.thread }),
    .init("tags", text: { $0.tags.joined(separator: ",") }),
    .init("priority", number: { $0.priority.rawValue }),
    .init("glyph", text: { $0.glyph }),
    .init("actions", text: { $0.actions.map(\.label).joined(separator: ",") }),
    .init("answer", text: { $0.answer }),
    .init("url", text: { MessageText.links(of: [$0]) }),
    .init("sound", text: { $0.sound }),
    .init("sent_at", text: { $0.sentAt.map(RFC3339.string(from:)) }),
    .init("received_at", text: { RFC3339.string(from: $0.receivedAt) }),
    .init("starts_at", text: { $0.startsAt.map(RFC3339.string(from:)) }),
    .init("expires_at", text: { $0.expiresAt.map(RFC3339.string(from:)) }),
    .init("done_at", text: { $0.doneAt.map(RFC3339.string(from:)) }),
    .init("opened_at", text: { $0.openedAt.map(RFC3339.string(from:)) }),
    .init("snoozed_until", text: { $0.snoozedUntil.map(RFC3339.string(from:)) }),
    .init("snoozed_for", text: { $0.snoozedFor?.event }),
    .init("progress", text: { $0.progress.map(String.init) }),
    .init("fold", text: { $0.fold }),
    .init("occurrences", number: { $0.occurrences }),
    .init("first_at", text: { $0.firstAt.map(RFC3339.string(from:)) }),
    .init("last_at", text: { $0.lastAt.map(RFC3339.string(from:)) }),
    .init("resolved_at", text: { $0.resolvedAt.map(RFC3339.string(from:)) }),
    .init("arrived_on", text: { $0.machine }),
    .init("delivery", text: { $0.delivery.name }),
    .init("status", text: { $0.status.name }),
    .init("pinned", value: { .bool($0.isPinned) }),
    .init("custom", value: \.customAndRest),
  ]
}
