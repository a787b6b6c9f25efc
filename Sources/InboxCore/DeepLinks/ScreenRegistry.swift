package import Foundation
import GRDB
import InboxSystem
import InboxText

/// The identity of a running screen, which deep links refer to.
package struct ScreenIdentity: Sendable, Hashable {
  /// Distinguishes the screens of one process.
  let id: String
  let process: ProcessIdentity
}

extension ScreenIdentity {
  /// Creates the identity of a screen that begins at `now` in this process.
  package init(at now: Date) {
    self.init(id: UUIDv7.string(at: now), process: .current)
  }
}

extension Inbox {
  /// Registers a screen as the most recently used; only reads when it already is.
  ///
  /// - Throws: ``InboxError``.
  package func register(_ screen: ScreenIdentity) throws {
    let last: String? = try store.read { database in
      try database.value("SELECT id FROM screen ORDER BY used DESC LIMIT 1")
    }
    guard last != screen.id else { return }
    try store.write { database in
      try database.run(
        """
        INSERT INTO screen (id, process, started, used)
        VALUES (?, ?, ?, (SELECT ifnull(max(used), 0) + 1 FROM screen))
        ON CONFLICT (id) DO UPDATE SET used = excluded.used
        """, [screen.id, screen.process.number, screen.process.started])
    }
  }

  /// Unregisters a screen that ends.
  ///
  /// - Throws: ``InboxError``.
  package func unregister(_ screen: ScreenIdentity) throws {
    try store.write { try $0.run("DELETE FROM screen WHERE id = ?", [screen.id]) }
  }
}

extension Database {
  /// The most recently used running screen; removes screens of processes that have exited.
  func lastUsedScreen() throws -> ScreenIdentity? {
    let rows = try rows("SELECT id, process, started FROM screen ORDER BY used DESC")
    let screens = try Array(
      rows.map { row in
        try ScreenIdentity(
          id: row.value(0), process: ProcessIdentity(number: row.value(1), started: row.value(2)))
      })
    let conditions = screens.map(\.process.condition)
    for (screen, condition) in zip(screens, conditions) where condition == .gone {
      try run("DELETE FROM screen WHERE id = ?", [screen.id])
    }
    return zip(screens, conditions).first { $1 == .running }?.0
  }
}
