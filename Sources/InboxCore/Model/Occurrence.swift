public import Foundation
package import InboxText

/// An earlier occurrence of a message that came more than once: its times, and what it said.
///
/// It has what the occurrence after it lacks or changed; what that one repeats is told there.
public struct Occurrence: Sendable, Hashable {
  /// How many occurrences of a message are kept, the newest included.
  package static let keptCount = 100
  /// Most bytes of all earlier occurrences of a message, beyond which the oldest go.
  static let keptSize = 2 * Payload.maximumSize
  /// Most bytes of a body that the next occurrence repeats.
  static let bodySize = 2_000
  /// Most bytes of a title and a subtitle that the next occurrence repeats, each.
  static let titleSize = 250

  /// When the sender says that it was sent.
  public var sentAt: Date?
  /// When this inbox received it.
  public var receivedAt: Date
  /// One line that says what happened.
  public var title: String?
  /// A second line below the title.
  public var subtitle: String?
  /// The text; only its beginning where the next occurrence has the same.
  public var body: String?
  /// The further fields that the next occurrence lacks or changed, by their names in JSON.
  package var fields: [String: JSONValue]

  /// Makes an occurrence.
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

  /// When it happened: a sender's clock that runs ahead does not count.
  public var date: Date { min(sentAt ?? receivedAt, receivedAt) }

  /// Whether it takes more than its share of ``keptSize``.
  var isLarge: Bool {
    let texts = [title, subtitle, body].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return texts + JSONValue.object(fields).textSize > Self.keptSize / Self.keptCount
  }
}

extension Occurrence {
  /// Whether a message says all that it says, of a repeated text the beginning.
  package func isRepeated(by message: Message) -> Bool {
    func isSame(_ text: String?, _ other: String?, _ size: Int) -> Bool {
      (text ?? "") == (other ?? "") || text == other?.cut(toBytes: size)
    }
    return fields.isEmpty && isSame(title, message.title, Self.titleSize)
      && isSame(subtitle, message.subtitle, Self.titleSize)
      && isSame(body, message.body, Self.bodySize)
  }

  /// Whether its matter was over before the next occurrence came.
  var isResolved: Bool { fields["resolved_at"] != nil }

  /// The occurrence with what a message says otherwise; nil where that says nothing new.
  ///
  /// - Parameters:
  ///   - message: What its sender says of it now. What it leaves out stays.
  ///   - later: The occurrences after it, which have what it lacks; without the newest.
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
        // It has the words of the end too, which no repeated delivery replaces.
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

  /// Whether it is told as another is: of the same minute, with the same texts and fields.
  fileprivate func reads(as other: Occurrence) -> Bool {
    minute == other.minute && title == other.title && subtitle == other.subtitle
      && body == other.body && fields == other.fields
  }

  private var minute: Int64 { Int64((date.timeIntervalSince1970 / 60).rounded(.down)) }
}

extension [Occurrence] {
  /// The occurrences from the newest to the oldest, with those counted that read the same.
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
  /// When its newest occurrence happened: a sender's clock that runs ahead does not count.
  var occurrenceDate: Date { min(sentAt ?? receivedAt, receivedAt) }

  /// The newest occurrence, as it is kept once another one comes.
  func occurrence(before next: Message) -> Occurrence {
    func kept(_ text: String?, _ other: String?, _ size: Int) -> String? {
      text == other ? text?.cut(toBytes: size) : text
    }
    var occurrence = Occurrence(
      sentAt: sentAt, receivedAt: receivedAt,
      title: kept(title, next.title, Occurrence.titleSize),
      subtitle: kept(subtitle, next.subtitle, Occurrence.titleSize),
      body: kept(body, next.body, Occurrence.bodySize))
    occurrence.fields = fields(of: Self.contentFields + Self.otherFields, otherThanOf: next)
    return occurrence
  }

  /// The names, links and free values that another message lacks or has otherwise, as JSON has them.
  func fields(otherThanOf other: Message) -> [String: JSONValue] {
    fields(of: Self.contentFields, otherThanOf: other)
  }

  /// What a person could miss beside its texts, by its names in JSON.
  fileprivate var contentValues: [String: JSONValue] {
    Self.contentFields.reduce(into: [:]) { $0[$1.name] = $1.read(self) }
  }

  private typealias FurtherField = (name: String, read: @Sendable (Message) -> JSONValue?)

  private func fields(
    of list: [FurtherField], otherThanOf other: Message
  ) -> [String: JSONValue] {
    list.reduce(into: [:]) { fields, field in
      if let value = field.read(self), value != field.read(other) { fields[field.name] = value }
    }
  }

  /// What a person could miss of a message beside its texts.
  private static let contentFields: [FurtherField] = [
    ("categories", { JSONValue(names: $0.categories) }),
    ("thread", { $0.thread.map(JSONValue.string) }),
    ("tags", { JSONValue(names: $0.tags) }),
    ("attachments", { JSONValue($0.attachments) }),
    ("tap", { $0.tap == .app ? nil : JSONValue($0.tap) }),
    ("actions", { JSONValue($0.actions) }),
    ("custom", { $0.custom }),
    ("conversion_tags", { JSONValue(names: $0.conversionTags) }),
  ]

  /// How a message looks, sounds and stands.
  private static let otherFields: [FurtherField] = [
    ("priority", { $0.priority == .default ? nil : .integer(Int64($0.priority.rawValue)) }),
    ("glyph", { $0.glyph.map(JSONValue.string) }),
    ("asks", { $0.isQuestion ? .bool(true) : nil }),
    ("answer", { $0.answer.map(JSONValue.string) }),
    ("sound", { $0.sound.map(JSONValue.string) }),
    ("badge", { $0.badge.map { .integer(Int64($0)) } }),
    ("format", { $0.format == .plain ? nil : .string($0.format.rawValue) }),
    ("progress", { $0.progress.map { .integer(Int64($0)) } }),
    ("starts_at", { $0.startsAt.map { .string(RFC3339.string(from: $0)) } }),
    ("expires_at", { $0.expiresAt.map { .string(RFC3339.string(from: $0)) } }),
    ("resolved_at", { $0.resolvedAt.map { .string(RFC3339.string(from: $0)) } }),
    ("delivery", { $0.delivery == .inboxAndAlert ? nil : .string($0.delivery.name) }),
  ]
}

/// Which pushes without an id and a fold key count as one more occurrence of a listed message.
public enum FoldRepeats: String, CaseIterable, Sendable, Hashable {
  /// Those that repeat its source and all that a person could miss: texts, thread, categories, tags,
  /// links, files, custom data and conversion tags.
  case identical
  /// Those that repeat its source, title and thread.
  case title
  /// None.
  case off
}
