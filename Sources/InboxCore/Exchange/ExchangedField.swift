import Foundation
import InboxText

/// A field of a message as it is exchanged, by its name in JSON; times are milliseconds since 1970.
struct ExchangedField: Sendable {
  /// The name.
  let name: String
  /// The value in a message; nil for the default.
  let read: @Sendable (Message) -> JSONValue?
  /// Sets the value; the default for nil, and for a value of another kind.
  let write: @Sendable (JSONValue?, inout Message) -> Void

  private typealias Path<Value> = WritableKeyPath<Message, Value> & Sendable

  /// All fields, so that a message that was put together of them is the same on each machine.
  static let all: [ExchangedField] = [
    text("title", \.title), text("subtitle", \.subtitle), text("body", \.body),
    text("thread", \.thread), text("sound", \.sound), text("fold", \.fold),
    text("arrived_on", \.machine),
    names("categories", \.categories), names("tags", \.tags),
    names("conversion_tags", \.conversionTags), names("rules", \.rules),
    date("sent_at", \.sentAt), date("starts_at", \.startsAt), date("expires_at", \.expiresAt),
    date("first_at", \.firstAt), date("last_at", \.lastAt),
    date(ContentRegister.resolved, \.resolvedAt), date("placed_at", \.placedAt),
    received, priority, glyph, attachments, tap, actions, asks, badge, delivery, custom, format,
    progress,
  ]
}

extension ExchangedField {
  /// The fields with times that a machine's clock gives when something arrives.
  static let arrivalTimes = [ContentRegister.received, "first_at", "last_at", "placed_at"]

  private static func text(_ name: String, _ path: any Path<String?>) -> Self {
    Self(
      name: name, read: { $0[keyPath: path].map(JSONValue.string) },
      write: { $1[keyPath: path] = $0?.text?.storable })
  }

  private static func names(_ name: String, _ path: any Path<[String]>) -> Self {
    Self(
      name: name, read: { JSONValue(names: $0[keyPath: path]) },
      write: { value, message in
        guard case .array(let values)? = value else { return message[keyPath: path] = [] }
        message[keyPath: path] = values.compactMap(\.text).filter { !$0.isEmpty }.map(\.storable)
      })
  }

  private static func date(_ name: String, _ path: any Path<Date?>) -> Self {
    Self(
      name: name, read: { $0[keyPath: path].map { .integer($0.milliseconds) } },
      write: { $1[keyPath: path] = $0?.date })
  }

  private static let received = Self(
    name: ContentRegister.received,
    read: { .integer(min(max($0.receivedAt.milliseconds, 0), HybridClock.latestMilliseconds)) },
    write: { $1.receivedAt = $0?.date ?? Date(milliseconds: 0) })

  private static let priority = Self(
    name: "priority",
    read: { $0.priority == .default ? nil : .integer(Int64($0.priority.rawValue)) },
    write: { value, message in
      message.priority =
        value?.integer.flatMap(Int.init(exactly:)).flatMap(Priority.init(rawValue:)) ?? .default
    })

  private static let glyph = Self(
    name: "glyph", read: { $0.glyph.map(JSONValue.string) },
    write: { value, message in
      let text = (value?.text?.storable).map { String($0.prefix(1)) }
      message.glyph = text?.isEmpty == false ? text : nil
    })

  private static let attachments = Self(
    name: "attachments", read: { JSONValue($0.attachments) },
    write: { $1.attachments = RecordColumn.attachments($0?.json).filter { !$0.url.isEmpty } })

  private static let tap = Self(
    name: "tap", read: { $0.tap == .app ? nil : JSONValue($0.tap) },
    write: { $1.tap = RecordColumn.tap($0?.json) })

  private static let actions = Self(
    name: "actions", read: { JSONValue($0.actions) },
    write: { $1.actions = RecordColumn.actions($0?.json).filter { !$0.label.isEmpty } })

  private static let asks = Self(
    name: "asks", read: { $0.isQuestion ? .bool(true) : nil },
    write: { $1.isQuestion = $0 == .bool(true) })

  private static let badge = Self(
    name: "badge", read: { $0.badge.map { .integer(Int64($0)) } },
    write: { $1.badge = $0?.integer.flatMap(Int.init(exactly:)) })

  private static let delivery = Self(
    name: "delivery",
    read: { $0.delivery == .inboxAndAlert ? nil : .string($0.delivery.name) },
    write: { $1.delivery = $0?.text.flatMap(Delivery.init(name:)) ?? .inboxAndAlert })

  private static let custom = Self(
    name: "custom", read: { $0.customAndRest },
    write: { $1.setCustom($0 == .null ? nil : $0) })

  private static let format = Self(
    name: "format", read: { $0.format == .plain ? nil : .string($0.format.rawValue) },
    write: { $1.format = $0?.text.flatMap(BodyFormat.init(rawValue:)) ?? .plain })

  private static let progress = Self(
    name: "progress", read: { $0.progress.map { .integer(Int64($0)) } },
    write: { $1.progress = $0?.integer.map { Int(min(max($0, 0), 100)) } })
}

extension JSONValue {
  /// The date of milliseconds in the years 1 to 9999.
  fileprivate var date: Date? {
    guard let integer, (-62_135_596_800_000...HybridClock.latestMilliseconds).contains(integer)
    else { return nil }
    return Date(milliseconds: integer)
  }
}

extension Message {
  /// The fields that differ from the default, as they are exchanged.
  var exchangedFields: [String: JSONValue] {
    ExchangedField.all.reduce(into: [:]) { $0[$1.name] = $1.read(self) }
  }

  /// The message of a content register, without what each machine and person has of their own.
  ///
  /// Two changes that each left one of title and body may leave neither; then the source stands for
  /// the title.
  init?(_ content: ContentRegister, number: MessageNumber) {
    guard let identity = content.identity else { return nil }
    let values = content.values
    self.init(
      number: number, id: identity.id, source: identity.source,
      receivedAt: Date(milliseconds: 0), isPartial: content.isPartial)
    for field in ExchangedField.all { field.write(values[field.name], &self) }
    if !hasText { title = source }
    if placedAt == arrivalPlace { placedAt = nil }
  }
}
