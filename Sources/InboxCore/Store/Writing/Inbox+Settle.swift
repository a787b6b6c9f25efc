import Foundation
import GRDB
import InboxText

extension Inbox {
  /// Settles due transitions: starts, expiries, ends of snoozes; returns whether there were any.
  ///
  /// - Throws: ``InboxError``, also where the inbox is read-only and a transition is due.
  package func settle() throws -> Bool {
    try store.settle(at: now)
  }

  /// Reads at one time.
  func read<T>(within budget: Duration? = nil, _ body: (Database, Date) throws -> T) throws -> T {
    let now = now
    return try store.read(within: budget) { try body($0, now) }
  }

  /// Writes at one time, up to which all transitions are settled.
  func write<T>(_ body: (Database, Date) throws -> T) throws -> T {
    let now = now
    return try store.writeSettled(at: now) { try body($0, now) }
  }
}

extension InboxStore {
  /// Settles the starts, expiries and ends of snoozes since the last time; returns whether any was
  /// due.
  ///
  /// It adds no log entry. Nothing is written when nothing is due.
  func settle(at now: Date) throws -> Bool {
    guard try read({ try $0.hasUnsettled(at: now.milliseconds) }) else { return false }
    return try write { try $0.settle(at: now) }
  }

  /// Writes in one transaction that first settles all transitions up to `now`.
  func writeSettled<T>(
    at now: Date, to target: Target = .opened, durability: InboxConfiguration.Durability? = nil,
    _ body: (Database) throws -> T
  ) throws -> T {
    try write(to: target, durability: durability) { database in
      try database.settle(at: now)
      return try body(database)
    }
  }
}

extension Database {
  /// Made once: each write runs it.
  private static let settling = """
    UPDATE OR FAIL message
    SET status = \(Placement().currentStatus), \(Placement().assignments)
    WHERE next_at <= ?1
    """

  /// Settles all transitions up to `now`; a message that starts ends the snoozes that wait for it.
  @discardableResult
  func settle(at now: Date) throws -> Bool {
    let started =
      try hasAwaited()
      ? numbers(
        "SELECT number FROM message WHERE next_at <= ? AND starts_at = next_at", [now.milliseconds])
      : []
    try run(Self.settling, [now.milliseconds])
    let hasSettled = changesCount > 0
    try wake(by: started, at: now)
    return hasSettled
  }
}
