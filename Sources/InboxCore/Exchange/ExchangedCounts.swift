import Foundation
import GRDB

/// The messages of which the stream has refused a value, so that they are not as the others have them.
package struct RefusedMessages: Sendable, Hashable {
  /// A message with a refused value.
  package struct Entry: Sendable, Hashable {
    /// Its arrival number in this inbox.
    package var number: MessageNumber
    /// Its source.
    package var source: String
    /// The sender's id.
    package var id: String
    /// The title, else the first 200 characters of the body, as they are stored.
    package var title: String
    /// The bytes of its largest refused value, before compression.
    package var byteCount: Int
  }

  /// The number of such messages, with those that were deleted forever.
  package var count: Int
  /// The newest of those that are stored, by arrival.
  package var newest: [Entry]

  /// Creates a list of messages; by default there are none.
  package init(count: Int = 0, newest: [Entry] = []) {
    (self.count, self.newest) = (count, newest)
  }
}

/// How many messages an exchange has changed in an inbox.
package struct ExchangedCounts: Sendable, Hashable {
  /// Messages that came.
  package var received = 0
  /// Messages that were deleted forever on another machine.
  package var removed = 0
  /// Messages that this inbox removed to keep its maximum.
  package var pruned = 0
}

extension ExchangeInbox {
  /// The messages that the stream has refused, by what was noted last.
  ///
  /// - Parameter limit: Maximum number of named messages.
  /// - Returns: Their number, and the newest ones.
  /// - Throws: ``InboxError``.
  package func refused(limit: Int) throws -> RefusedMessages {
    try inbox.store.read { database in
      let count: Int? = try database.value(
        """
        SELECT count(DISTINCT number) FROM register INDEXED BY register_dirty
        WHERE dirty > 0 AND dirty = 3
        """)
      let rows = try database.rows(
        """
        SELECT m.number, m.source, m.id, ifnull(ifnull(m.title, substr(m.body, 1, 200)), ''), r.size
        FROM (
          SELECT number, max(length(value)) AS size FROM register INDEXED BY register_dirty
          WHERE dirty > 0 AND dirty = 3 AND number > 0
          GROUP BY number ORDER BY number DESC LIMIT ?
        ) AS r JOIN message AS m ON m.number = r.number
        ORDER BY m.number DESC
        """, [limit])
      let newest = try Array(
        rows.map { row in
          RefusedMessages.Entry(
            number: try row.messageNumber(0), source: try row.value(1),
            id: try row.value(2), title: try row.value(3), byteCount: try row.value(4))
        })
      return RefusedMessages(count: count ?? 0, newest: newest)
    }
  }

  /// What the exchange has changed since an entry of the log.
  ///
  /// - Parameter sequence: The entry.
  /// - Returns: The numbers of messages.
  /// - Throws: ``InboxError``.
  package func counts(after sequence: Int64) throws -> ExchangedCounts {
    try inbox.store.read { database in
      var counts = ExchangedCounts()
      let rows = try database.rows(
        """
        SELECT verb, numbers FROM log
        WHERE sequence > ? AND (origin IS NOT NULL OR verb = 'pruned')
        """, [sequence])
      while let row = try rows.next() {
        let numbers: Data = try row.value(1)
        let count = PackedNumbers.unpack([UInt8](numbers)).count
        switch LogEntry.Verb(rawValue: try row.value(0)) {
        case .received: counts.received += count
        case .purged: counts.removed += count
        case .pruned: counts.pruned += count
        default: break
        }
      }
      return counts
    }
  }
}
