import Foundation
import InboxCore
import InboxText
import InboxUI

/// A field that a template can name.
struct TemplateField<Subject>: Sendable {
  /// The name, the same as in JSON.
  let name: String
  /// Renders the field of a subject; empty if it has none.
  let text: @Sendable (Subject) -> String
  /// Whether a conditional group is printed: for a non-empty text, a number other than 0, or true.
  let saysSomething: @Sendable (Subject) -> Bool

  /// Creates a text field; its condition is false if the text is empty or missing.
  init(name: String, text: @escaping @Sendable (Subject) -> String?) {
    self.name = name
    self.text = { text($0) ?? "" }
    saysSomething = { text($0)?.isEmpty == false }
  }

  /// Creates a number field; its condition is false for 0.
  init(name: String, number: @escaping @Sendable (Subject) -> Int) {
    self.name = name
    text = { String(number($0)) }
    saysSomething = { number($0) != 0 }
  }

  /// Creates a Boolean field.
  init(name: String, truth: @escaping @Sendable (Subject) -> Bool) {
    self.name = name
    text = { String(truth($0)) }
    saysSomething = truth
  }
}

/// The style of a template's value: truncated to a width, or escaped for a format.
enum TemplateStyle: Sendable, Hashable {
  /// A JSON string with its quotes.
  case json
  /// Escaped for Pango markup and XML, as in waybar and i3blocks.
  case markup
  /// Escaped for tmux's status line.
  case tmux
  /// One line of at most so many columns.
  case width(Int)

  /// The named styles.
  private static let named: KeyValuePairs<String, TemplateStyle> = [
    "json": .json, "markup": .markup, "tmux": .tmux,
  ]

  /// The names, for messages.
  static let names = named.map(\.key).joined(separator: ", ") + " or a number of columns"

  /// Parses the text after a colon.
  init?(_ text: Substring) {
    if let style = Self.named.first(where: { $0.key == text })?.value {
      self = style
    } else if let columns = Int(text), (1...10_000).contains(columns) {
      self = .width(columns)
    } else {
      return nil
    }
  }

  /// Makes a text printable, then applies styles in order.
  static func apply(_ styles: [TemplateStyle], to text: String) -> String {
    // JSON escapes line ends.
    let plain = text.printable(
      keepingNewlines: styles.contains(.json), keepingGraphemes: !styles.contains(where: \.isWidth))
    return styles.reduce(plain) { $1.applied(to: $0) }
  }

  private var isWidth: Bool {
    if case .width = self { true } else { false }
  }

  private func applied(to text: String) -> String {
    switch self {
    case .json: JSONValue.string(text).json
    case .markup:
      Self.escapes.reduce(text) { $0.replacingOccurrences(of: $1.plain, with: $1.escaped) }
    case .tmux: text.replacingOccurrences(of: "#", with: "##")
    case .width(let columns): TextLayout.truncate(text, columns: columns)
    }
  }

  private static let escapes: [(plain: String, escaped: String)] = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
  ]
}

/// The template of a line for a message.
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
    .init(name: "progress", text: { $0.progress.map(String.init) }),
    .init(name: "fold", text: { $0.fold }),
    .init(name: "occurrences", number: { $0.occurrences }),
    .init(name: "first_at", text: { $0.firstAt.map(RFC3339.string(from:)) }),
    .init(name: "last_at", text: { $0.lastAt.map(RFC3339.string(from:)) }),
    .init(name: "resolved_at", text: { $0.resolvedAt.map(RFC3339.string(from:)) }),
    .init(name: "arrived_on", text: { $0.machine }),
    .init(name: "delivery", text: { $0.delivery.name }),
    .init(name: "status", text: { $0.status.name }),
    .init(name: "pinned", truth: { $0.isPinned }),
  ]
}

/// The template of a line for the counts of an inbox.
typealias CountTemplate = TextTemplate<CountReport>

extension CountReport: TemplateSubject {
  static let templateFields: [TemplateField<CountReport>] = [
    .init(name: "count", number: { $0.count }),
    .init(name: "unread", number: { $0.counts.unread }),
    .init(name: "read", number: { $0.counts.read }),
    .init(name: "total", number: { $0.counts.listed }),
    .init(name: "deleted", number: { $0.counts.deleted }),
    .init(name: "hidden", number: { $0.counts.hidden }),
    .init(name: "class", text: { $0.count > 0 ? "some" : "none" }),
    .init(name: "title", text: { $0.newest.first.map(headline) }),
    .init(name: "source", text: { $0.newest.first?.source }),
    .init(name: "titles", text: { $0.newest.map(headline).joined(separator: "\n") }),
  ]

  /// The headline of a message: the first line of its title, else of its excerpt.
  private static func headline(of row: MessageRow) -> String {
    let text = [row.title, row.excerpt].compactMap(\.self).first { !$0.isEmpty } ?? ""
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
