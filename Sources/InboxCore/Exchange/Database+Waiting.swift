import Foundation
import GRDB
import InboxText

extension Inbox {
  /// The changes that wait to be sent to other machines; nil for none.
  ///
  /// - Throws: ``InboxError``.
  package func unsentChanges() throws -> UnsentChanges? {
    let now = now
    return try store.read { try $0.waitingSince() }.map { UnsentChanges(since: $0, readAt: now) }
  }
}

extension ExchangeInbox {
  /// The number of values that are to be sent and were not refused, and of messages that were changed
  /// here and not taken up yet; 0 if the inbox takes no part.
  ///
  /// Nothing is written, so an inbox that may only be read can be counted as well. A message whose
  /// changes were not taken up counts once, also where they will be several values.
  ///
  /// - Throws: ``InboxError``.
  package func waitingCount() throws -> Int {
    try inbox.store.read { database in
      guard let row = try database.row("SELECT offers FROM exchange") else { return 0 }
      return try database.unsentCounts().values
        + database.uncollectedCount(of: ExchangeShare(json: row.value(0)))
    }
  }
}

extension Database {
  /// The numbers of values to be sent, of those that the stream has refused instead, and of messages
  /// of which it has no content yet.
  func unsentCounts() throws -> (values: Int, held: Int, messages: Int) {
    let row = try row(
      """
      SELECT ifnull(sum(dirty < 3), 0) + (SELECT count(*) FROM peer WHERE dirty IN (1, 2)),
        ifnull(sum(dirty = 3), 0) + (SELECT count(*) FROM peer WHERE dirty = 3),
        ifnull(sum(name = 'c' AND number > 0 AND ifnull(sequence, 0) = 0), 0)
      FROM register INDEXED BY register_dirty WHERE dirty > 0 AND dirty < 4
      """)
    return try (row?.value(0) ?? 0, row?.value(1) ?? 0, row?.value(2) ?? 0)
  }

  /// Notes since when changes wait to be sent.
  ///
  /// Values that the stream has refused do not count: they wait for another change.
  func noteWaiting(at now: Date) throws {
    try run(
      """
      WITH w (is_waiting) AS (
        SELECT EXISTS (SELECT 1 FROM register INDEXED BY register_dirty WHERE dirty > 0 AND dirty < 3))
      UPDATE exchange SET waiting_since = iif(is_waiting, ?, NULL) FROM w
      WHERE is_waiting = (waiting_since IS NULL)
      """, [now.milliseconds])
  }

  /// Since when changes of this machine wait to be sent; nil if none wait, and without an
  /// exchange.
  func waitingSince() throws -> Date? {
    let time: Double? = try value(
      """
      SELECT min(
        ifnull(waiting_since, 9e15),
        ifnull((
          SELECT time FROM log
          WHERE sequence > (SELECT sequence FROM cursor WHERE name = ?) AND origin IS NULL
          ORDER BY sequence LIMIT 1), 9e15))
      FROM exchange
      """, [ExchangeSession.cursorName])
    return time.flatMap { $0 < 9e15 ? Date(milliseconds: Int64($0)) : nil }
  }
}
