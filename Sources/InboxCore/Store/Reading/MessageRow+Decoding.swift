import Foundation
import GRDB
import InboxText

extension MessageRow {
  /// The columns of a row, in the order of ``init(_:at:)``.
  ///
  /// Lists damaged by another program are treated as empty, so that they do not hide other
  /// messages.
  static func projection(
    _ state: RowState, at now: Int64, threads: CollapsedThreads? = nil
  ) -> SQLCondition {
    let status = state.status(at: now)
    let summary = threads?.projection ?? SQLCondition("NULL, NULL")
    return SQLCondition(
      """
      m.number, m.source, m.title, m.subtitle, substr(m.body, 1, \(excerptLength)), m.glyph, \
      m.thread, m.priority, \(status.sql), m.lead, m.expires_at, m.starts_at, \
      m.snoozed_until, m.partial, \
      CASE WHEN json_valid(m.attachments) THEN json_array_length(m.attachments) ELSE 0 END, \
      CASE WHEN json_valid(m.actions) THEN json_array_length(m.actions) ELSE 0 END, \
      CASE WHEN m.asks THEN ifnull(m.actions, '[]') END, \
      CASE WHEN m.asks THEN m.answer END, m.tap, m.sort_at, \
      m.id, m.categories, m.tags, m.attachments, m.occurrences, m.progress, m.resolved_at IS NOT NULL, \
      m.format, m.arrived_on, m.place = \(Place.done.rawValue), m.snoozed_for, \(summary.sql)
      """, arguments: status.arguments + summary.arguments)
  }

  /// Decodes a row by position.
  ///
  /// - Throws: ``DamagedValueError``.
  init(_ row: Row, at now: Int64) throws {
    let expiry: Int64? = try row.value(10)
    try self.init(
      number: row.messageNumber(0), id: row.value(20), source: row.value(1), title: row.value(2),
      subtitle: row.value(3),
      excerpt: row.value(4), glyph: row.value(5), thread: row.value(6),
      priority: Priority(rawValue: row.value(7)) ?? .default,
      status: Status(rawValue: row.value(8)) ?? .unread, isPinned: (row.value(9) as Int64) & 1 != 0,
      isExpired: expiry.map { $0 <= now } ?? false, startsAt: Self.date(row.value(11), after: now),
      snoozedUntil: Self.date(row.value(12), after: now), isPartial: (row.value(13) as Int64) != 0,
      attachmentCount: row.value(14), actionCount: row.value(15),
      question: Question(actions: row.value(16), answer: row.value(17)),
      tap: RecordColumn.tap(row.value(18)),
      sortDate: Date(milliseconds: row.value(19)))
    isNeeded = (try row.value(9) as Int64) & 2 != 0
    lists = try Lists(categories: row.value(21), tags: row.value(22), attachments: row.value(23))
    occurrences = try row.value(24)
    progress = try row.value(25)
    isResolved = try row.value(26)
    format = BodyFormat(rawValue: try row.value(27) ?? "") ?? .plain
    machine = try row.value(28)
    isDone = try row.value(29)
    snoozedFor = (try row.value(30) as String?).flatMap(SnoozeEnd.init(event:))
    follow(ThreadSummary(numbers: try row.value(31), titles: try row.value(32)))
  }

  /// A future time; nil for a past one.
  private static func date(_ moment: Int64?, after now: Int64) -> Date? {
    moment.flatMap { $0 > now ? Date(milliseconds: $0) : nil }
  }
}

extension Question {
  /// Decodes a question; nil for a message that is none.
  fileprivate init?(actions: String?, answer: String?) {
    guard let actions else { return nil }
    self =
      answer.map(Question.answered)
      ?? .open(choices: RecordColumn.actions(actions).map(\.label))
  }
}
