package import Foundation
import GRDB
import InboxSystem
import InboxText

/// A deep link to a message or thread, opened by a running screen.
public enum DeepLink: Sendable, Hashable {
  /// One message, shown whole.
  case message(MessageNumber)
  /// A conversation.
  case thread(String)
}

/// A pending deep link, whose sender can check whether a screen has claimed it.
package struct DeepLinkRequest: Sendable, Hashable {
  /// The row number of the request.
  let id: Int64
  /// Whether a screen runs that will claim it.
  package var hasScreen = true
}

extension Inbox {
  /// Requests the most recently used running screen to open a message or thread.
  ///
  /// When none runs, the first that starts while the request is valid claims it.
  ///
  /// - Parameters:
  ///   - link: The target.
  ///   - validity: Seconds until the request expires; infinity means never.
  /// - Returns: The request, to check whether a screen has claimed it.
  /// - Throws: ``InboxError/unknownMessages(_:)`` or ``InboxError/unknownThread(_:)`` when the
  ///   target does not exist.
  package func request(_ link: DeepLink, validity: Double = 10) throws -> DeepLinkRequest {
    let now = now
    return try store.write { database in
      try database.check(link, at: now)
      // The senders of earlier requests have timed out by now.
      try database.run("DELETE FROM link WHERE expires_at <= ?", [now.milliseconds])
      let screen = try database.lastUsedScreen()
      let (number, thread): (MessageNumber?, String?) =
        switch link {
        case .message(let number): (number, nil)
        case .thread(let name): (nil, name)
        }
      try database.run(
        "INSERT INTO link (number, thread, screen, expires_at) VALUES (?, ?, ?, ?)",
        [number?.rawValue, thread, screen?.id, now.addingTimeInterval(validity).milliseconds])
      let request = DeepLinkRequest(id: database.lastInsertedRowID, hasScreen: screen != nil)
      try database.appendLog(.requested, [], detail: thread ?? number?.description, at: now)
      return request
    }
  }

  /// Whether a screen has claimed a request, or it was withdrawn.
  ///
  /// - Throws: ``InboxError``.
  package func isClaimed(_ request: DeepLinkRequest) throws -> Bool {
    try store.read { database in
      try database.value("SELECT taken_at IS NOT NULL FROM link WHERE id = ?", [request.id]) ?? true
    }
  }

  /// Withdraws a request, so that no screen claims it later.
  ///
  /// - Returns: Whether it was pending; false when a screen has claimed it.
  /// - Throws: ``InboxError``.
  package func withdraw(_ request: DeepLinkRequest) throws -> Bool {
    let now = now
    return try store.write { database in
      try database.run(
        "UPDATE link SET taken_at = ? WHERE id = ? AND taken_at IS NULL",
        [now.milliseconds, request.id])
      return database.changesCount > 0
    }
  }

  /// Claims the newest pending request; of several screens only one gets it.
  ///
  /// Older pending requests are claimed with it and dropped. Nothing is written when there is
  /// none.
  ///
  /// - Returns: The target; nil when no request is pending.
  /// - Throws: ``InboxError``.
  package func claimLink(for screen: ScreenIdentity) throws -> DeepLink? {
    let waiting = "taken_at IS NULL AND expires_at > ? AND (screen IS NULL OR screen = ?)"
    let now = now.milliseconds
    let arguments: StatementArguments = [now, screen.id]
    let any = try store.read { try $0.row("SELECT 1 FROM link WHERE \(waiting)", arguments) }
    guard any != nil else { return nil }
    return try store.write { database in
      let claimed = try Row.fetchAll(
        database,
        sql: "UPDATE link SET taken_at = ? WHERE \(waiting) RETURNING id, number, thread",
        arguments: [now] + arguments)
      let newest = try claimed.map { (id: try $0.value(0) as Int64, row: $0) }.max { $0.id < $1.id }
      return try newest.flatMap { try DeepLink(row: $0.row) }
    }
  }
}

extension Database {
  /// Throws when the target does not exist.
  fileprivate func check(_ link: DeepLink, at now: Date) throws {
    switch link {
    case .message(let number):
      let found = try row("SELECT 1 FROM message WHERE number = ?", [number.rawValue])
      if found == nil { throw InboxError.unknownMessages(["\(number)"]) }
    case .thread(let name):
      // The same condition as in the list: a thread whose messages have all expired is empty.
      let filter = MessageFilter([.init(.thread(name))]).within(.listedOrDone)
      let condition = try filter.condition(at: now, for: .due, in: self)
      let found = try row(
        "SELECT 1 FROM message AS m INDEXED BY message_by_thread WHERE \(condition.sql) LIMIT 1",
        condition.statementArguments)
      if found == nil { throw InboxError.unknownThread(name) }
    }
  }
}

extension DeepLink {
  /// Reads `id, number, thread`, in this order.
  fileprivate init?(row: Row) throws {
    if let number = try row.value(1) as Int64? {
      self = .message(MessageNumber(number))
    } else if let name = try row.value(2) as String? {
      self = .thread(name)
    } else {
      return nil
    }
  }
}

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
