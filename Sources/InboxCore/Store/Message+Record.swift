import Foundation
import GRDB

extension Message {
  /// The columns that make a message, in the order of ``init(row:)`` and of ``record``.
  static let columns = [
    "number", "id", "source", "title", "subtitle", "body", "categories", "thread", "tags",
    "priority", "glyph", "attachments", "tap", "actions", "sound", "badge", "sent_at",
    "received_at", "starts_at", "expires_at", "snoozed_until", "delivery", "status",
    "prior_status", "pinned", "custom", "conversion_tags", "partial",
  ]

  /// ``columns`` as a statement names them, of the table `m`.
  static let selection = columns.map { "m." + $0 }.joined(separator: ", ")

  /// Reads a row that begins with ``columns``.
  init(row: Row) {
    self.init(
      number: MessageNumber(row[0]), id: row[1], source: row[2], title: row[3],
      subtitle: row[4], body: row[5], categories: RecordColumn.names(row[6]),
      thread: row[7], tags: RecordColumn.names(row[8]),
      priority: Priority(rawValue: row[9]) ?? .default, glyph: row[10],
      attachments: RecordColumn.attachments(row[11]), tap: RecordColumn.tap(row[12]),
      actions: RecordColumn.actions(row[13]), sound: row[14], badge: row[15],
      sentAt: RecordColumn.date(row[16]), receivedAt: Date(milliseconds: row[17]),
      startsAt: RecordColumn.date(row[18]), expiresAt: RecordColumn.date(row[19]),
      snoozedUntil: RecordColumn.date(row[20]),
      delivery: Delivery(rawValue: row[21]) ?? .inboxAndAlert,
      status: Status(rawValue: row[22]) ?? .unread,
      statusBeforeDelete: (row[23] as Int?).flatMap(Status.init(rawValue:)),
      isPinned: row[24], custom: RecordColumn.value(row[25]),
      conversionTags: RecordColumn.names(row[26]), isPartial: row[27])
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
      RecordColumn.text(JSONValue(actions)), RecordColumn.plain(sound), badge.databaseValue,
      RecordColumn.moment(sentAt), RecordColumn.moment(receivedAt),
      RecordColumn.moment(startsAt), RecordColumn.moment(expiresAt),
      RecordColumn.moment(snoozedUntil), delivery.rawValue.databaseValue,
      status.rawValue.databaseValue, (statusBeforeDelete?.rawValue).databaseValue,
      isPinned.databaseValue, RecordColumn.text(custom),
      RecordColumn.text(JSONValue(names: conversionTags)), isPartial.databaseValue,
    ]
  }
}
