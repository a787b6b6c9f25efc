import Foundation
import GRDB

/// The clock of this machine.
extension ExchangeInbox {
  /// Notes how far the clock of this machine is ahead, before anything of it is sent.
  ///
  /// - Parameter offset: The difference in milliseconds.
  /// - Throws: ``InboxError``.
  package func note(offset: Int64) throws {
    let now = inbox.now
    try inbox.store.writeSettled(at: now) { try note(offset: offset, in: $0, at: now) }
  }

  /// Notes the offset within a transaction.
  func note(offset: Int64, in database: Database, at now: Date) throws {
    let known: Int64? = try database.value("SELECT clock_offset FROM exchange")
    guard let known else { return }
    let isMoved = ExchangeMoment.shift(of: known) != ExchangeMoment.shift(of: offset)
    // What was done so far was done by the former clock, if that was ever compared.
    if isMoved, known != 0, var session = try session(database, at: now) {
      try session.collect()
      try session.finish()
    }
    try database.run("UPDATE exchange SET clock_offset = ?", [offset])
    if isMoved { try ExchangeSession(database, at: now)?.showSnoozes() }
  }
}
