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
      m.format, m.arrived_on, m.place = \(Place.done.rawValue), m.snoozed_for, \
      m.fold IS NOT NULL AND m.resolved_at IS NULL, \(occurrenceTimes), \(summary.sql)
      """, arguments: status.arguments + summary.arguments)
  }

  /// The times of the occurrences, read for what came more than twice: a graph needs three.
  private static let occurrenceTimes = """
    CASE WHEN m.occurrences > 2 THEN (SELECT json_insert(
      json_group_array(min(ifnull(o.sent_at, o.received_at), o.received_at)),
      '$[#]', ifnull(m.last_at, m.sort_at)) FROM occurrence AS o WHERE o.number = m.number) END
    """

  /// Decodes a row by position.
  ///
  /// - Throws: ``DamagedValueError``.
  init(_ row: Row, at now: Int64) throws {
    let expiry: Int64? = try row.value(10)
    let lead: Int64 = try row.value(9)
    try self.init(
      number: row.messageNumber(0), id: row.value(20), source: row.value(1), title: row.value(2),
      subtitle: row.value(3), excerpt: row.value(4), glyph: row.value(5), thread: row.value(6),
      priority: Priority(rawValue: row.value(7)) ?? .default,
      status: Status(rawValue: row.value(8)) ?? .unread, isPinned: lead & 1 != 0,
      isNeeded: lead & 2 != 0, isDone: row.value(29), isExpired: expiry.map { $0 <= now } ?? false,
      isPartial: (row.value(13) as Int64) != 0, startsAt: Self.date(row.value(11), after: now),
      snoozedUntil: Self.date(row.value(12), after: now),
      snoozedFor: (row.value(30) as String?).flatMap(SnoozeEnd.init(event:)),
      attachmentCount: row.value(14), actionCount: row.value(15),
      question: Question(actions: row.value(16), answer: row.value(17)),
      tap: RecordColumn.tap(row.value(18)), sortDate: Date(milliseconds: row.value(19)),
      occurrences: row.value(24), progress: row.value(25), isResolved: row.value(26),
      isResolvable: row.value(31),
      format: BodyFormat(rawValue: row.value(27) ?? "") ?? .plain, machine: row.value(28),
      lists: Lists(
        categories: row.value(21), tags: row.value(22), attachments: row.value(23),
        occurrenceTimes: row.value(32)))
    follow(ThreadSummary(numbers: try row.value(33), titles: try row.value(34)))
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
