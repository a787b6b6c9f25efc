import Foundation
import GRDB
import InboxText

extension InboxStore {
  /// Records a deep link for the screen that was used last, or for any that comes.
  func go(to link: DeepLink, validity: Double, at now: Date) throws -> DeepLinkRequest {
    try write { database in
      try Self.check(link, at: now, in: database)
      // Who asks last is who still waits: what nobody took in time is of no use.
      try database.execute(
        sql: "DELETE FROM link WHERE expires_at <= ?", arguments: [now.milliseconds])
      let screen = try Self.lastUsedScreen(in: database)
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

  func isTaken(_ request: DeepLinkRequest) throws -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT taken_at IS NOT NULL FROM link WHERE id = ?",
        arguments: [request.id]) ?? true
    }
  }

  func withdraw(_ request: DeepLinkRequest, at now: Date) throws -> Bool {
    try write { database in
      try database.execute(
        sql: "UPDATE link SET taken_at = ? WHERE id = ? AND taken_at IS NULL",
        arguments: [now.milliseconds, request.id])
      return database.changesCount > 0
    }
  }

  /// Takes what waits for a screen; nothing is written when nothing does.
  func takeLink(for screen: ScreenIdentity, at now: Date) throws -> DeepLink? {
    let waiting = """
      taken_at IS NULL AND expires_at > ? AND (screen IS NULL OR screen = ?)
      """
    let arguments: StatementArguments = [now.milliseconds, screen.id]
    let hasAny = try read { database in
      try Row.fetchOne(
        database, sql: "SELECT 1 FROM link WHERE \(waiting)", arguments: arguments) != nil
    }
    guard hasAny else { return nil }
    return try write { database in
      let taken = try Row.fetchAll(
        database,
        sql: "UPDATE link SET taken_at = ? WHERE \(waiting) RETURNING id, number, thread",
        arguments: [now.milliseconds] + arguments)
      let newest = taken.max { first, second in
        let (first, second): (Int64, Int64) = (first["id"], second["id"])
        return first < second
      }
      return newest.flatMap(DeepLink.init(row:))
    }
  }
}

extension InboxStore {
  func noteUse(of screen: ScreenIdentity) throws {
    let isLast = try read { database in
      try String.fetchOne(database, sql: "SELECT id FROM screen ORDER BY used DESC LIMIT 1")
        == screen.id
    }
    guard !isLast else { return }
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO screen (id, process, started, used)
          VALUES (?, ?, ?, (SELECT ifnull(max(used), 0) + 1 FROM screen))
          ON CONFLICT (id) DO UPDATE SET used = excluded.used
          """,
        arguments: [screen.id, screen.process.number, screen.process.started])
    }
  }

  func forget(_ screen: ScreenIdentity) throws {
    try write { database in
      try database.execute(sql: "DELETE FROM screen WHERE id = ?", arguments: [screen.id])
    }
  }

  /// The screen used last among those that can answer; crashed ones are forgotten.
  private static func lastUsedScreen(in database: Database) throws -> ScreenIdentity? {
    let screens = try Row.fetchAll(
      database, sql: "SELECT id, process, started FROM screen ORDER BY used DESC"
    ).map { row in
      ScreenIdentity(id: row[0], process: ProcessIdentity(number: row[1], started: row[2]))
    }
    let conditions = screens.map(\.process.condition)
    for (screen, condition) in zip(screens, conditions) where condition == .gone {
      try database.execute(sql: "DELETE FROM screen WHERE id = ?", arguments: [screen.id])
    }
    return zip(screens, conditions).first { $1 == .running }?.0
  }

  /// There must be something to go to.
  private static func check(_ link: DeepLink, at now: Date, in database: Database) throws {
    switch link {
    case .message(let number):
      let isThere = try Row.fetchOne(
        database, sql: "SELECT 1 FROM message WHERE number = ?", arguments: [number.rawValue])
      if isThere == nil { throw InboxError.unknownMessages(["\(number)"]) }
    case .thread(let name):
      // The list's own question: a thread whose messages have all expired has none to show.
      let filter = MessageFilter([.init(.thread(name))])
      let condition = filter.condition(at: now, for: .due)
      let isThere = try Row.fetchOne(
        database,
        sql: """
          SELECT 1 FROM message AS m INDEXED BY message_by_thread WHERE \(condition.sql) LIMIT 1
          """, arguments: StatementArguments(condition.arguments))
      if isThere == nil { throw InboxError.unknownThread(name) }
    }
  }
}

extension DeepLink {
  /// What the log says of it.
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

  fileprivate init?(row: Row) {
    if let number = row["number"] as Int64? {
      self = .message(MessageNumber(number))
    } else if let name = row["thread"] as String? {
      self = .thread(name)
    } else {
      return nil
    }
  }
}
