import Foundation
import GRDB

extension InboxStore {
  /// Removes messages of the trash for good; those that are not in it stay as they are.
  func purge(_ selection: MessageSelection, at now: Date) throws -> ChangeOutcome {
    try write { database in
      try database.settle(at: now)
      var outcome = ChangeOutcome(unknown: try database.select(selection, at: now))
      var numbers: [MessageNumber] = []
      var tally = MetricTally()
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT m.number, m.status, m.source, json_extract(m.categories, '$[0]')
          FROM selected CROSS JOIN message m USING (number) ORDER BY selected.number
          """)
      while let row = try rows.next() {
        guard row[1] == Status.deleted.rawValue else {
          outcome.unchangedCount += 1
          continue
        }
        numbers.append(MessageNumber(row[0]))
        tally.add("purged", source: row[2], category: row[3])
      }
      guard !numbers.isEmpty else { return outcome }
      try database.execute(
        sql: "DELETE FROM message WHERE status = 2 AND number IN (SELECT number FROM selected)")
      try database.appendLog(.purged, numbers, at: now)
      try tally.write(to: database, at: now)
      outcome.changedCount = numbers.count
      return outcome
    }
  }
}
