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

extension Database {
  /// Notes since when changes wait to be sent.
  ///
  /// Values that the stream has refused do not count: they wait for another change.
  func noteWaiting(at now: Date) throws {
    let statement = try cachedStatement(
      sql: """
        UPDATE exchange SET waiting_since = iif(w.is_waiting, ?, NULL)
        FROM (
          SELECT EXISTS (
            SELECT 1 FROM register INDEXED BY register_dirty WHERE dirty > 0 AND dirty < 3
          ) AS is_waiting
        ) AS w
        WHERE w.is_waiting = (waiting_since IS NULL)
        """)
    try statement.execute(arguments: [now.milliseconds])
  }

  /// Since when changes of this machine wait to be sent; nil if none wait, and without an
  /// exchange.
  func waitingSince() throws -> Date? {
    let statement = try cachedStatement(
      sql: """
        SELECT min(
          ifnull(waiting_since, 9e15),
          ifnull((
            SELECT time FROM log
            WHERE sequence > (SELECT sequence FROM cursor WHERE name = ?) AND origin IS NULL
            ORDER BY sequence LIMIT 1), 9e15))
        FROM exchange
        """)
    let time = try Double.fetchOne(statement, arguments: [ExchangeSession.cursorName])
    return time.flatMap { $0 < 9e15 ? Date(milliseconds: Int64($0)) : nil }
  }
}
