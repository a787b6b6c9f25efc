import ArgumentParser
import Foundation
import InboxCore
import InboxText
import InboxUI

/// What `--format` prints the fields of.
protocol TemplateSubject: TemplateValues, Sendable {
  /// The table of fields.
  static var templateFields: [TemplateField<Self>] { get }
}

/// A field that `--format` can name.
struct TemplateField<Subject: TemplateSubject>: Sendable {
  /// The name, the same as in JSON.
  let name: String
  /// The field of a subject; nil if it has none.
  let value: @Sendable (Subject) -> JSONValue?

  init(_ name: String, value: @escaping @Sendable (Subject) -> JSONValue?) {
    (self.name, self.value) = (name, value)
  }

  init(_ name: String, text: @escaping @Sendable (Subject) -> String?) {
    self.init(name) { text($0).map(JSONValue.string) }
  }

  /// The field of a subject as text, an object as JSON; empty if it has none.
  func text(of subject: Subject) -> String {
    let value = value(subject)
    if case .object? = value { return value?.json ?? "" }
    return value?.plainText ?? ""
  }

  init(_ name: String, number: @escaping @Sendable (Subject) -> Int) {
    self.init(name) { .integer(Int64(number($0))) }
  }
}

extension TemplateSubject {
  /// The names of the fields in braces, for help.
  static var templateFieldNames: String {
    templateFields.map { "{\($0.name)}" }.joined(separator: ", ")
  }

  func value(at steps: [String]) -> JSONValue? {
    let field = Self.templateFields.first { $0.name == steps[0] }
    return field?.value(self)?.value(at: Array(steps.dropFirst()))
  }

  /// Parses the template of `--format`; `\n` and `\t` are a newline and a tab.
  ///
  /// - Throws: `ValidationError`, such as for an unknown field.
  static func template(parsing text: String) throws -> Template {
    let text = text.replacing("\\n", with: "\n").replacing("\\t", with: "\t")
    do throws(TemplateError) {
      return try Template(text, names: templateFields.map(\.name))
    } catch {
      throw ValidationError("\(error).")
    }
  }
}

extension Message: TemplateSubject {
  static let templateFields: [TemplateField<Message>] = [
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
    .init("url", text: { $0.tap.url }),
    .init("sound", text: { $0.sound }),
    .init("sent_at", text: { $0.sentAt.map(RFC3339.string(from:)) }),
    .init("received_at", text: { RFC3339.string(from: $0.receivedAt) }),
    .init("starts_at", text: { $0.startsAt.map(RFC3339.string(from:)) }),
    .init("expires_at", text: { $0.expiresAt.map(RFC3339.string(from:)) }),
    .init("snoozed_until", text: { $0.snoozedUntil.map(RFC3339.string(from:)) }),
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

extension CountReport: TemplateSubject {
  static let templateFields: [TemplateField<CountReport>] = [
    .init("count", number: { $0.count }),
    .init("unread", number: { $0.counts.unread }),
    .init("read", number: { $0.counts.read }),
    .init("total", number: { $0.counts.listed }),
    .init("deleted", number: { $0.counts.deleted }),
    .init("hidden", number: { $0.counts.hidden }),
    .init("class", text: { $0.count > 0 ? "some" : "none" }),
    .init("title", text: { $0.newest.first.map(headline) }),
    .init("source", text: { $0.newest.first?.source }),
    .init("titles", text: { $0.newest.map(headline).joined(separator: "\n") }),
  ]

  /// The headline of a message: the first line of its title, else of its excerpt.
  private static func headline(of row: MessageRow) -> String {
    let text = [row.title, row.excerpt].compactMap(\.self).first { !$0.isEmpty } ?? ""
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
