import Foundation
import GRDB
import InboxText

extension Message {
  /// The columns of a message, in the order of ``init(row:)`` and ``bind(to:at:)``.
  static let columns = [
    "number", "id", "source", "title", "subtitle", "body", "categories", "thread", "tags",
    "priority", "glyph", "attachments", "tap", "actions", "asks", "answer", "sound", "badge",
    "sent_at", "received_at", "starts_at", "expires_at", "snoozed_until", "delivery", "status",
    "prior_status", "lead", "custom", "conversion_tags", "partial", "format", "progress", "fold",
    "occurrences", "first_at", "last_at", "resolved_at", "rules", "arrived_on",
    "rest", "done_at", "opened_at", "snoozed_for",
  ]

  /// The columns that a statement writes: ``columns``, and the hashes for finding repeats.
  static let storedColumns = columns + ["title_hash", "content_hash"]

  /// The columns that ``init(row:)`` decodes, of the table `m`.
  static let selection = (columns + ["placed_at"]).map { column in
    column == "lead" ? "m.lead & 1" : "m." + column
  }.joined(separator: ", ")

  /// Decodes a row of ``selection``.
  ///
  /// - Throws: ``DamagedValueError``.
  init(row: Row) throws {
    try self.init(
      number: row.messageNumber(0), id: row.value(1), source: row.value(2), title: row.value(3),
      subtitle: row.value(4), body: row.value(5), categories: RecordColumn.names(row.value(6)),
      thread: row.value(7), tags: RecordColumn.names(row.value(8)),
      priority: Priority(rawValue: row.value(9)) ?? .default, glyph: row.value(10),
      attachments: RecordColumn.attachments(row.value(11)), tap: RecordColumn.tap(row.value(12)),
      actions: RecordColumn.actions(row.value(13)), isQuestion: row.value(14),
      answer: row.value(15),
      sound: row.value(16), badge: row.value(17),
      sentAt: RecordColumn.date(row.value(18)), receivedAt: Date(milliseconds: row.value(19)),
      startsAt: RecordColumn.date(row.value(20)), expiresAt: RecordColumn.date(row.value(21)),
      snoozedUntil: RecordColumn.date(row.value(22)),
      snoozedFor: (row.value(42) as String?).flatMap(SnoozeEnd.init(event:)),
      doneAt: RecordColumn.date(row.value(40)), openedAt: RecordColumn.date(row.value(41)),
      delivery: Delivery(rawValue: row.value(23)) ?? .inboxAndAlert,
      status: Status(rawValue: row.value(24)) ?? .unread,
      statusBeforeDelete: (row.value(25) as Int?).flatMap(Status.init(rawValue:)),
      isPinned: row.value(26), custom: RecordColumn.value(row.value(27)),
      conversionTags: RecordColumn.names(row.value(28)), isPartial: row.value(29))
    format = (try row.value(30) as String?).flatMap(BodyFormat.init(rawValue:)) ?? .plain
    progress = try row.value(31)
    fold = try row.value(32)
    occurrences = max(try row.value(33), 1)
    firstAt = RecordColumn.date(try row.value(34))
    lastAt = RecordColumn.date(try row.value(35))
    resolvedAt = RecordColumn.date(try row.value(36))
    rules = RecordColumn.names(try row.value(37))
    machine = try row.value(38)
    rest = (try row.value(39) as String?).flatMap(JSONValue.init(searchable:))
    let place = Date(milliseconds: try row.value(43))
    if place != arrivalPlace { placedAt = place }
  }

  /// Binds the time, then the values of ``storedColumns``; a number of 0 makes SQLite assign the
  /// next.
  func bind(to record: inout RecordBinding, at now: Date) {
    let key = RepeatKey(self)
    record.bind(now.milliseconds)
    record.bind(number.rawValue == 0 ? nil : number.rawValue)
    for text in [id, source, title] { record.bind(text?.storable) }
    for text in [key.subtitle, key.body, key.categories] { record.bind(text) }
    record.bind(thread?.storable)
    record.bind(key.tags)
    record.bind(Int64(priority.rawValue))
    record.bind(glyph?.storable)
    for text in [key.attachments, key.tap, key.actions] { record.bind(text) }
    record.bind(isQuestion ? 1 : 0)
    for text in [answer, sound] { record.bind(text?.storable) }
    record.bind(badge.map { Int64($0) })
    for date in [sentAt, receivedAt, startsAt, expiresAt, snoozedUntil] {
      record.bind(date?.milliseconds)
    }
    record.bind(Int64(delivery.rawValue))
    record.bind(Int64(status.rawValue))
    record.bind(statusBeforeDelete.map { Int64($0.rawValue) })
    record.bind(isPinned ? 1 : 0)
    for text in [key.custom, key.conversionTags] { record.bind(text) }
    record.bind(isPartial ? 1 : 0)
    record.bind(format == .plain ? nil : format.rawValue)
    record.bind(progress.map { Int64($0) })
    record.bind(fold?.storable)
    record.bind(Int64(occurrences))
    for date in [firstAt, lastAt, resolvedAt] { record.bind(date?.milliseconds) }
    record.bind(JSONValue(names: rules)?.json)
    record.bind(machine?.storable)
    record.bind(rest?.searchable)
    record.bind(doneAt?.milliseconds)
    record.bind(openedAt?.milliseconds)
    record.bind(snoozedFor?.event?.storable)
    record.bind(key.titleHash)
    record.bind(key.contentHash)
  }
}

/// The encoding of a message's values in columns: JSON text and milliseconds.
///
/// An undecodable column is empty rather than an error, so that a record damaged by another
/// program does not hide the rest of the inbox.
enum RecordColumn {
  static func date(_ milliseconds: Int64?) -> Date? {
    milliseconds.map(Date.init(milliseconds:))
  }

  static func value(_ text: String?) -> JSONValue? {
    text.flatMap { try? JSONValue(json: $0) }
  }

  static func fields(_ text: String?) -> [String: JSONValue] {
    if case .object(let fields) = value(text) { fields } else { [:] }
  }

  static func names(_ text: String?) -> [String] {
    elements(text).compactMap(\.text)
  }

  static func attachments(_ text: String?) -> [Attachment] {
    elements(text).compactMap { element in
      guard let url = element["url"]?.text else { return nil }
      return Attachment(
        name: element["name"]?.text, url: url,
        format: element["format"]?.text.flatMap(Attachment.Format.init(rawValue:)) ?? .file,
        size: element["size"]?.integer)
    }
  }

  static func actions(_ text: String?) -> [MessageAction] {
    elements(text).compactMap { element in
      guard let id = element["id"]?.text, let label = element["label"]?.text else { return nil }
      return MessageAction(id: id, label: label, url: element["url"]?.text)
    }
  }

  static func tap(_ text: String?) -> TapBehavior {
    guard let value = value(text) else { return .app }
    return switch (value["kind"]?.text, value["url"]?.text, value["thread"]?.text) {
    case ("url", let url?, _): .url(url)
    case ("website", let url?, _): .website(url)
    case ("thread", _, let thread?): .thread(thread)
    default: .app
    }
  }

  static func elements(_ text: String?) -> [JSONValue] {
    guard case .array(let elements) = value(text) else { return [] }
    return elements
  }
}

extension String {
  /// The text with a symbol for each NUL, at which SQLite would end it.
  package var storable: String {
    guard holdsNull else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 }))
  }

  /// Whether it contains a NUL; fast for contiguous UTF-8.
  private var holdsNull: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    } ?? utf8.contains(0)
  }
}
