import Foundation
import GRDB

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
  /// What the exchange has changed since an entry of the log.
  ///
  /// - Parameter sequence: The entry.
  /// - Returns: The numbers of messages.
  /// - Throws: ``InboxError``.
  package func counts(after sequence: Int64) throws -> ExchangedCounts {
    try inbox.store.read { database in
      var counts = ExchangedCounts()
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT verb, numbers FROM log
          WHERE sequence > ? AND (origin IS NOT NULL OR verb = 'pruned')
          """, arguments: [sequence])
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
