import Foundation
import GRDB

extension InboxStore {
  /// Stores payloads in the order given, all in one transaction, and keeps to the maximum.
  func push(
    _ payloads: [Payload], defaultSource: String, at now: Date
  ) throws -> PushOutcome {
    let configuration = configuration
    return try writeSettled(at: now) { database in
      var intake = Intake(
        .push, defaultSource: defaultSource, at: now, makeID: configuration.makeID)
      for payload in payloads { try intake.take(payload, in: database) }
      try intake.finish(in: database)
      return try intake.pruned(to: configuration.effectiveMaximum, in: database, at: now)
    }
  }

  /// Takes one batch of an export back, with the reader's own fields.
  ///
  /// - Throws: ``InboxError/overMaximum(count:maximum:)`` unless pruning; nothing is stored then.
  func importing(
    _ payloads: [Payload], replacing: Bool, pruning: Bool, at now: Date
  ) throws -> PushOutcome {
    let configuration = configuration
    return try writeSettled(at: now) { database in
      var intake = Intake(
        .importing(replacing: replacing), defaultSource: "import", at: now,
        makeID: configuration.makeID)
      for payload in payloads { try intake.take(payload, in: database) }
      let maximum = configuration.effectiveMaximum
      if let maximum, !pruning, !intake.inserted.isEmpty {
        let count = try database.storedCount()
        guard count <= maximum else {
          throw InboxError.overMaximum(count: count, maximum: maximum)
        }
      }
      try intake.finish(in: database)
      return try intake.pruned(to: pruning ? maximum : nil, in: database, at: now)
    }
  }

  /// Hands out every message there is, by number, also hidden and deleted ones.
  func exportAll(_ body: (Message) throws -> Void) throws {
    try read { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT \(Message.selection) FROM message m ORDER BY m.number")
      while let row = try rows.next() { try body(Message(row: row)) }
    }
  }
}

extension Intake {
  /// The outcome, after removing what is too much.
  ///
  /// A batch larger than the maximum spares only its last message.
  fileprivate func pruned(
    to maximum: Int?, in database: Database, at now: Date
  ) throws -> PushOutcome {
    guard let maximum else { return outcome }
    let stored = inserted + merged + resurfaced
    let spared = stored.count <= maximum ? stored : last.map { [$0] } ?? []
    var outcome = outcome
    outcome.prunedCount = try database.prune(to: maximum, sparing: spared, at: now)
    return outcome
  }
}
