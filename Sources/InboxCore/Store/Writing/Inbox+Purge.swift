import Foundation
import GRDB

extension Inbox {
  /// Removes messages in the trash for good; others count as unchanged.
  ///
  /// - Parameters:
  ///   - selection: The messages.
  ///   - report: Receives the progress of a bulk removal.
  /// - Returns: The number of removed and unchanged messages, and the unknown numbers.
  /// - Throws: ``InboxError``; then nothing is removed.
  @discardableResult
  public func purge(
    _ selection: MessageSelection, reporting report: (BulkProgress) -> Void = { _ in }
  ) throws -> ChangeOutcome {
    let (outcome, losesFiles) = try write { database, now in
      var outcome = ChangeOutcome()
      var numbers: [MessageNumber] = []
      var identities: [MessageIdentity] = []
      var tally = MetricTally()
      outcome.unknown = try database.forEachRow(
        of: selection, reading: "m.status, m.source, json_extract(m.categories, '$[0]'), m.id",
        at: now
      ) { row in
        guard try row.value(1) == Status.deleted.rawValue else {
          outcome.unchangedCount += 1
          return
        }
        numbers.append(try row.messageNumber(0))
        identities.append(MessageIdentity(source: try row.value(2), id: try row.value(4)))
        tally.add(.purged, source: try row.value(2), category: try row.value(3))
      }
      guard !numbers.isEmpty else { return (outcome, false) }
      try database.deleteMessages(numbers, reporting: report)
      try database.markPurged(zip(numbers, identities), at: now)
      try database.appendLog(.purged, numbers, at: now)
      try tally.write(to: database, at: now)
      outcome.changedCount = numbers.count
      return (outcome, try database.hasUnusedFiles())
    }
    if losesFiles { sweepAttachments() }
    return outcome
  }
}
