public import Foundation
package import InboxText

/// An earlier occurrence of a folded message: its times and content.
///
/// It stores only what the next occurrence lacks or changed; repeated content is stored there.
public struct Occurrence: Sendable, Hashable {
  /// Maximum number of occurrences of a message, including the newest.
  package static let keptCount = 100
  /// Maximum bytes of all earlier occurrences of a message; the oldest are dropped.
  static let keptSize = 2 * Payload.maximumSize
  /// Maximum bytes of a body that the next occurrence repeats.
  static let bodySize = 2_000
  /// Maximum bytes of each title and subtitle that the next occurrence repeats.
  static let titleSize = 250

  /// The sender's time of sending.
  public var sentAt: Date?
  /// When this inbox received it.
  package var receivedAt: Date
  /// The title, one line.
  public var title: String?
  /// A second line below the title.
  public var subtitle: String?
  /// The text; truncated where the next occurrence has the same.
  public var body: String?
  /// Further fields that the next occurrence lacks or changed, by their names in JSON.
  package var fields: [String: JSONValue]

  /// Creates an occurrence.
  package init(
    sentAt: Date? = nil, receivedAt: Date, title: String? = nil, subtitle: String? = nil,
    body: String? = nil, fields: [String: JSONValue] = [:]
  ) {
    self.sentAt = sentAt
    self.receivedAt = receivedAt
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.fields = fields
  }

  /// Further fields from JSON, in which what no field shows is a part of `custom`.
  package static func fields(ofJSON fields: [String: JSONValue]) -> [String: JSONValue] {
    guard case .object(var custom)? = fields["custom"],
      let rest = custom.removeValue(forKey: Payload.restName)
    else { return fields }
    var result = fields
    result[Payload.restName] = rest
    result["custom"] = custom.isEmpty ? nil : .object(custom)
    return result
  }

  /// The time of the occurrence; a sender's clock in the future is ignored.
  public var date: Date { min(sentAt ?? receivedAt, receivedAt) }

  /// Whether it exceeds its share of ``keptSize``.
  var isLarge: Bool {
    let texts = [title, subtitle, body].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return texts + JSONValue.object(fields).textSize > Self.keptSize / Self.keptCount
  }
}

extension Occurrence {
  /// Whether a message has all its content; of a truncated text only the beginning counts.
  package func isRepeated(by message: Message) -> Bool {
    func isSame(_ text: String?, _ other: String?, _ size: Int) -> Bool {
      (text ?? "") == (other ?? "") || text == other?.cut(toBytes: size)
    }
    return comparedFields.isEmpty && isSame(title, message.title, Self.titleSize)
      && isSame(subtitle, message.subtitle, Self.titleSize)
      && isSame(body, message.body, Self.bodySize)
  }

  /// Whether a message has its texts, perhaps with those of a resolution.
  func isIncluded(in message: Message) -> Bool {
    [title, subtitle] == [message.title, message.subtitle]
      && body.map { "\n\(message.body ?? "")\n".contains("\n\($0)\n") } ?? true
  }

  /// Whether it was resolved before the next occurrence.
  var isResolved: Bool { fields["resolved_at"] != nil }

  /// The occurrence changed by a redelivered message; nil when that has nothing new.
  ///
  /// - Parameters:
  ///   - message: The redelivered message; fields that it lacks stay unchanged.
  ///   - later: The later occurrences without the newest, which have the fields that it lacks.
  ///   - newest: The newest occurrence.
  /// - Returns: The changed occurrence, or nil.
  func changed(by message: Message, before later: [Occurrence], _ newest: Message) -> Occurrence? {
    var changed = self
    func isNew(_ text: String?, _ stored: String?, _ size: Int) -> Bool {
      text != nil && text != stored && text?.cut(toBytes: size) != stored
    }
    if isNew(message.title, title, Self.titleSize) { changed.title = message.title }
    if isNew(message.subtitle, subtitle, Self.titleSize) { changed.subtitle = message.subtitle }
    if let text = message.body, isNew(text, body, Self.bodySize) {
      if let body, isResolved {
        // The body includes the text of the resolution, which no redelivery replaces.
        if !"\n\(body)\n".contains("\n\(text)\n") { changed.body = body + "\n\n" + text }
      } else {
        changed.body = text
      }
    }
    for (name, value) in message.contentValues {
      let stored = ([self] + later).lazy.compactMap { $0.fields[name] }.first
      if value != stored ?? newest.contentValues[name] { changed.fields[name] = value }
    }
    return changed == self ? nil : changed
  }

  /// Whether it is displayed like another: same minute, texts and fields.
  fileprivate func reads(as other: Occurrence) -> Bool {
    minute == other.minute && title == other.title && subtitle == other.subtitle
      && body == other.body && comparedFields == other.comparedFields
  }

  /// The further fields without what no field shows, which differs between equal ones.
  private var comparedFields: [String: JSONValue] {
    fields.filter { $0.key != Payload.restName }
  }

  private var minute: Int64 { Int64((date.timeIntervalSince1970 / 60).rounded(.down)) }
}

extension [Occurrence] {
  /// The occurrences from newest to oldest, with equal consecutive ones counted.
  package var grouped: [(latest: Occurrence, count: Int)] {
    reversed().reduce(into: []) { groups, occurrence in
      if let last = groups.last, last.latest.reads(as: occurrence) {
        groups[groups.count - 1].count += 1
      } else {
        groups.append((occurrence, 1))
      }
    }
  }
}

extension Message {
  /// The time of its newest occurrence; a sender's clock in the future is ignored.
  var occurrenceDate: Date { min(sentAt ?? receivedAt, receivedAt) }

  /// The newest occurrence, as stored once the next one arrives.
  func occurrence(before next: Message) -> Occurrence {
    func kept(_ text: String?, _ other: String?, _ size: Int) -> String? {
      text == other ? text?.cut(toBytes: size) : text
    }
    return Occurrence(
      sentAt: sentAt, receivedAt: receivedAt,
      title: kept(title, next.title, Occurrence.titleSize),
      subtitle: kept(subtitle, next.subtitle, Occurrence.titleSize),
      body: kept(body, next.body, Occurrence.bodySize),
      fields: fields(of: Self.contentFields + Self.otherFields, otherThanOf: next))
  }

  /// The names, links and custom values that another message lacks or changed, in JSON.
  func fields(otherThanOf other: Message) -> [String: JSONValue] {
    fields(of: Self.contentFields, otherThanOf: other)
  }

  /// The content that matters to a reader beside its texts, by its names in JSON.
  fileprivate var contentValues: [String: JSONValue] {
    Self.contentFields.reduce(into: [:]) { $0[$1.name] = $1.read(self) }
  }

  private typealias FurtherField = (name: String, read: @Sendable (Message) -> JSONValue?)

  private func fields(of list: [FurtherField], otherThanOf other: Message) -> [String: JSONValue] {
    list.reduce(into: [:]) { fields, field in
      if let value = field.read(self), value != field.read(other) { fields[field.name] = value }
    }
  }

  /// The fields of content that matter to a reader beside the texts.
  private static let contentFields: [FurtherField] =
    exchanged(
      "categories", "thread", "tags", "attachments", "tap", "actions", "conversion_tags",
      and: [("custom", { $0.custom }), (Payload.restName, { @Sendable message in message.rest })])

  /// The fields for appearance, sound and state.
  private static let otherFields: [FurtherField] =
    exchanged(
      "priority", "glyph", "asks", "sound", "badge", "format", "progress", "delivery",
      and: [
        ("answer", { $0.answer.map(JSONValue.string) }),
        ("starts_at", { $0.startsAt.map { .string(RFC3339.string(from: $0)) } }),
        ("expires_at", { $0.expiresAt.map { .string(RFC3339.string(from: $0)) } }),
        ("resolved_at", { $0.resolvedAt.map { .string(RFC3339.string(from: $0)) } }),
      ])

  /// Fields that have the same form between machines, and others.
  private static func exchanged(_ names: String..., and others: [FurtherField]) -> [FurtherField] {
    ExchangedField.all.filter { names.contains($0.name) }.map { ($0.name, $0.read) } + others
  }
}

/// Which pushes without an id and a fold key count as an occurrence of a listed message.
public enum FoldRepeats: String, CaseIterable, Sendable, Hashable {
  /// Pushes with equal source and content: texts, thread, categories, tags, links, files, custom
  /// data and conversion tags.
  case identical
  /// Pushes with equal source, title and thread.
  case title
  /// None: repeats are not folded.
  case off
}
