import Foundation
import GRDB
import InboxText

extension Message {
  /// The columns that make a message, in the order of ``init(row:)`` and of ``record``.
  static let columns = [
    "number", "id", "source", "title", "subtitle", "body", "categories", "thread", "tags",
    "priority", "glyph", "attachments", "tap", "actions", "asks", "answer", "sound", "badge",
    "sent_at",
    "received_at", "starts_at", "expires_at", "snoozed_until", "delivery", "status",
    "prior_status", "pinned", "custom", "conversion_tags", "partial",
  ]

  /// What ``init(row:)`` reads, as a statement names it, of the table `m`.
  static let selection = (columns + ["placed_at"]).map { "m." + $0 }.joined(separator: ", ")

  /// Reads a row of ``selection``.
  ///
  /// - Throws: ``DamagedValue``.
  init(row: Row) throws {
    try self.init(
      number: row.messageNumber(0), id: row.value(1), source: row.value(2), title: row.value(3),
      subtitle: row.value(4), body: row.value(5), categories: RecordColumn.names(row.value(6)),
      thread: row.value(7), tags: RecordColumn.names(row.value(8)),
      priority: Priority(rawValue: row.value(9)) ?? .default, glyph: row.value(10),
      attachments: RecordColumn.attachments(row.value(11)), tap: RecordColumn.tap(row.value(12)),
      actions: RecordColumn.actions(row.value(13)), isQuestion: row.value(14), answer: row.value(15),
      sound: row.value(16), badge: row.value(17),
      sentAt: RecordColumn.date(row.value(18)), receivedAt: Date(milliseconds: row.value(19)),
      startsAt: RecordColumn.date(row.value(20)), expiresAt: RecordColumn.date(row.value(21)),
      snoozedUntil: RecordColumn.date(row.value(22)),
      delivery: Delivery(rawValue: row.value(23)) ?? .inboxAndAlert,
      status: Status(rawValue: row.value(24)) ?? .unread,
      statusBeforeDelete: (row.value(25) as Int?).flatMap(Status.init(rawValue:)),
      isPinned: row.value(26), custom: RecordColumn.value(row.value(27)),
      conversionTags: RecordColumn.names(row.value(28)), isPartial: row.value(29))
    let place = Date(milliseconds: try row.value(30))
    if place != arrivalPlace { placedAt = place }
  }

  /// The moment, then the values of ``columns``; a number of 0 asks SQLite for the next one.
  func record(at now: Date) -> [DatabaseValue] {
    [
      now.milliseconds.databaseValue,
      number.rawValue == 0 ? .null : number.rawValue.databaseValue,
      RecordColumn.plain(id), RecordColumn.plain(source), RecordColumn.plain(title),
      RecordColumn.plain(subtitle), RecordColumn.plain(body),
      RecordColumn.text(JSONValue(names: categories)),
      RecordColumn.plain(thread), RecordColumn.text(JSONValue(names: tags)),
      priority.rawValue.databaseValue, RecordColumn.plain(glyph),
      RecordColumn.text(JSONValue(attachments)),
      tap == .app ? .null : RecordColumn.text(JSONValue(tap)),
      RecordColumn.text(JSONValue(actions)), isQuestion.databaseValue,
      RecordColumn.plain(answer), RecordColumn.plain(sound), badge.databaseValue,
      RecordColumn.moment(sentAt), RecordColumn.moment(receivedAt),
      RecordColumn.moment(startsAt), RecordColumn.moment(expiresAt),
      RecordColumn.moment(snoozedUntil), delivery.rawValue.databaseValue,
      status.rawValue.databaseValue, (statusBeforeDelete?.rawValue).databaseValue,
      isPinned.databaseValue, RecordColumn.text(custom),
      RecordColumn.text(JSONValue(names: conversionTags)), isPartial.databaseValue,
    ]
  }
}

/// Values of a message as one column holds them: JSON text and milliseconds.
///
/// A column that cannot be read is empty rather than an error, so that a record which another
/// program damaged does not hide the rest of the inbox.
enum RecordColumn {
  /// Text as it is; NULL for nil.
  static func plain(_ text: String?) -> DatabaseValue {
    guard let text else { return .null }
    return text.storable.databaseValue
  }

  /// JSON text; NULL for nil.
  static func text(_ value: JSONValue?) -> DatabaseValue {
    guard let value else { return .null }
    return value.json.databaseValue
  }

  /// Milliseconds; NULL for nil.
  static func moment(_ date: Date?) -> DatabaseValue {
    guard let date else { return .null }
    return date.milliseconds.databaseValue
  }

  static func date(_ milliseconds: Int64?) -> Date? {
    milliseconds.map(Date.init(milliseconds:))
  }

  static func value(_ text: String?) -> JSONValue? {
    guard let text else { return nil }
    return try? JSONValue(json: text)
  }

  static func names(_ text: String?) -> [String] {
    elements(text).compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  static func attachments(_ text: String?) -> [Attachment] {
    elements(text).compactMap { element in
      guard let url = element.text("url") else { return nil }
      return Attachment(
        name: element.text("name"), url: url,
        format: element.text("format").flatMap(Attachment.Format.init(rawValue:)) ?? .file,
        size: element.integer("size"))
    }
  }

  static func actions(_ text: String?) -> [MessageAction] {
    elements(text).compactMap { element in
      guard let id = element.text("id"), let label = element.text("label") else { return nil }
      return MessageAction(id: id, label: label, url: element.text("url"))
    }
  }

  static func tap(_ text: String?) -> TapBehavior {
    guard let value = value(text) else { return .app }
    return switch (value.text("kind"), value.text("url"), value.text("thread")) {
    case ("url", let url?, _): .url(url)
    case ("website", let url?, _): .website(url)
    case ("thread", _, let thread?): .thread(thread)
    default: .app
    }
  }

  private static func elements(_ text: String?) -> [JSONValue] {
    guard case .array(let elements) = value(text) else { return [] }
    return elements
  }
}

extension JSONValue {
  /// The text of a field of an object.
  fileprivate func text(_ name: String) -> String? {
    guard case .object(let fields) = self, case .string(let text) = fields[name] else {
      return nil
    }
    return text
  }

  /// The integer of a field of an object.
  fileprivate func integer(_ name: String) -> Int64? {
    guard case .object(let fields) = self, case .integer(let integer) = fields[name] else {
      return nil
    }
    return integer
  }
}

extension String {
  /// The same with a symbol for each NUL, at which SQLite would end it.
  package var storable: String {
    guard utf8.contains(0) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 }))
  }
}
