import Foundation
import GRDB
import InboxText

/// A deep link: the message or thread that a screen is asked to show.
public enum DeepLink: Sendable, Hashable {
  /// One message, shown whole.
  case message(MessageNumber)
  /// A conversation.
  case thread(String)
}

/// A deep link on its way to a screen, for whoever sent it to follow.
package struct DeepLinkRequest: Sendable, Hashable {
  /// Which of the inbox's requests it is.
  let id: Int64
  /// Where it leads.
  package let link: DeepLink
}

extension Inbox {
  /// Asks the running screen that was used last to go to a message or thread.
  ///
  /// When none runs, the first that starts while the request is valid claims it.
  ///
  /// - Parameters:
  ///   - link: Where to go.
  ///   - validity: Seconds until nobody may claim it any more; infinity means never.
  /// - Returns: A request that tells whether a screen claimed it.
  /// - Throws: ``InboxError/unknownMessages(_:)`` or ``InboxError/unknownThread(_:)`` when there
  ///   is nothing to go to.
  package func request(_ link: DeepLink, validity: Double = 10) throws -> DeepLinkRequest {
    let now = now
    return try store.write { database in
      try database.check(link, at: now)
      // Whoever asked before these were claimed has given up by now.
      try database.execute(
        sql: "DELETE FROM link WHERE expires_at <= ?", arguments: [now.milliseconds])
      let screen = try database.lastUsedScreen()
      try database.execute(
        sql: "INSERT INTO link (number, thread, screen, expires_at) VALUES (?, ?, ?, ?)",
        arguments: [
          link.number, link.thread, screen?.id, now.addingTimeInterval(validity).milliseconds,
        ])
      let request = DeepLinkRequest(id: database.lastInsertedRowID, link: link)
      try database.appendLog(.requested, [], detail: link.text, at: now)
      return request
    }
  }

  /// Whether a screen has claimed a request, or it was withdrawn.
  ///
  /// - Throws: ``InboxError``.
  package func isClaimed(_ request: DeepLinkRequest) throws -> Bool {
    try store.read { database in
      try Bool.fetchOne(
        database, sql: "SELECT taken_at IS NOT NULL FROM link WHERE id = ?",
        arguments: [request.id]) ?? true
    }
  }

  /// Withdraws a request, so that no screen goes there later.
  ///
  /// - Returns: Whether it was still waiting; false when a screen has claimed it.
  /// - Throws: ``InboxError``.
  package func withdraw(_ request: DeepLinkRequest) throws -> Bool {
    let now = now
    return try store.write { database in
      try database.execute(
        sql: "UPDATE link SET taken_at = ? WHERE id = ? AND taken_at IS NULL",
        arguments: [now.milliseconds, request.id])
      return database.changesCount > 0
    }
  }

  /// Claims the newest request that waits for a screen; of several screens only one gets it.
  ///
  /// Older requests that wait are claimed with it and dropped. Nothing is written when none waits.
  ///
  /// - Returns: Where to go; nil when nothing waits.
  /// - Throws: ``InboxError``.
  package func claimLink(for screen: ScreenIdentity) throws -> DeepLink? {
    let waiting = "taken_at IS NULL AND expires_at > ? AND (screen IS NULL OR screen = ?)"
    let now = now.milliseconds
    let arguments: StatementArguments = [now, screen.id]
    let hasAny = try store.read { database in
      try Row.fetchOne(
        database, sql: "SELECT 1 FROM link WHERE \(waiting)", arguments: arguments) != nil
    }
    guard hasAny else { return nil }
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
  /// Throws when there is nothing to go to.
  fileprivate func check(_ link: DeepLink, at now: Date) throws {
    switch link {
    case .message(let number):
      let found = try Row.fetchOne(
        self, sql: "SELECT 1 FROM message WHERE number = ?", arguments: [number.rawValue])
      if found == nil { throw InboxError.unknownMessages(["\(number)"]) }
    case .thread(let name):
      // The list's own condition: a thread whose messages have all expired has none to show.
      let filter = MessageFilter([.init(.thread(name))])
      let condition = filter.condition(at: now, for: .due)
      let found = try Row.fetchOne(
        self,
        sql: """
          SELECT 1 FROM message AS m INDEXED BY message_by_thread WHERE \(condition.sql) LIMIT 1
          """, arguments: StatementArguments(condition.arguments))
      if found == nil { throw InboxError.unknownThread(name) }
    }
  }
}

extension DeepLink {
  /// The text for the log.
  fileprivate var text: String {
    switch self {
    case .message(let number): "\(number)"
    case .thread(let name): name
    }
  }

  fileprivate var number: Int64? {
    guard case .message(let number) = self else { return nil }
    return number.rawValue
  }

  fileprivate var thread: String? {
    guard case .thread(let name) = self else { return nil }
    return name
  }

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
