import InboxText
import Foundation
import GRDB

extension Message {
  /// The columns that make a message, in the order of ``init(row:)`` and of ``record``.
  static let columns = [
    "number", "id", "source", "title", "subtitle", "body", "categories", "thread", "tags",
    "priority", "glyph", "attachments", "tap", "actions", "asks", "answer", "sound", "badge",
    "sent_at",
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
      actions: RecordColumn.actions(row[13]), isQuestion: row[14], answer: row[15],
      sound: row[16], badge: row[17],
      sentAt: RecordColumn.date(row[18]), receivedAt: Date(milliseconds: row[19]),
      startsAt: RecordColumn.date(row[20]), expiresAt: RecordColumn.date(row[21]),
      snoozedUntil: RecordColumn.date(row[22]),
      delivery: Delivery(rawValue: row[23]) ?? .inboxAndAlert,
      status: Status(rawValue: row[24]) ?? .unread,
      statusBeforeDelete: (row[25] as Int?).flatMap(Status.init(rawValue:)),
      isPinned: row[26], custom: RecordColumn.value(row[27]),
      conversionTags: RecordColumn.names(row[28]), isPartial: row[29])
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
