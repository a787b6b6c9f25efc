package import Foundation
import GRDB
import InboxText

/// The list of machines.
///
/// Each machine announces itself. One that is taken out of the list gets a time at which it was gone,
/// which travels in the place of its announcement; it is in the list again once it has written after
/// that time. So the order in which both are read does not matter.
extension ExchangeInbox {
  /// Notes machines of the exchange, and those that others took out of the list.
  ///
  /// - Throws: ``InboxError``.
  package func note(_ peers: [ExchangePeer]) throws {
    guard !peers.isEmpty else { return }
    try inbox.store.write { database in
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO peer (origin, name, person, seen_at, since, gone_at, dirty)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)
          ON CONFLICT (origin) DO UPDATE SET
            name = iif(?6 IS NULL, ?2, name), person = iif(?6 IS NULL, ?3, person),
            seen_at = iif(?6 IS NULL, ?4, seen_at), since = iif(?6 IS NULL, ?5, since),
            gone_at = iif(?6 > ifnull(gone_at, -1), ?6, gone_at),
            dirty = iif(ifnull(?6, ?4) >= ifnull(gone_at, 0), 0, dirty)
          """)
      for peer in peers {
        try statement.execute(arguments: [
          peer.origin.description, peer.name, peer.person, peer.seenAt.milliseconds,
          peer.since?.milliseconds, peer.goneAt?.milliseconds,
        ])
      }
    }
  }

  /// The machines of the exchange, without those that were taken out of the list.
  ///
  /// - Throws: ``InboxError``.
  package func machines() throws -> ExchangeMachines {
    let now = inbox.now
    return try inbox.store.read { database in
      guard let own = ExchangeOrigin(ofInbox: try database.origin(.own)) else {
        return ExchangeMachines()
      }
      return try ExchangeMachines(
        own: database.announcement(of: own, at: now),
        others: database.peers("origin <> ? AND \(Database.machineIsListed)", [own.description]))
    }
  }

  /// Takes all other machines of a name out of the list; the exchange tells the others.
  ///
  /// - Parameter name: The name, as in the list.
  /// - Returns: The number of machines that were taken out.
  /// - Throws: ``InboxError``.
  @discardableResult
  package func forget(_ name: String) throws -> Int {
    let now = inbox.now
    return try inbox.store.write { database in
      try database.execute(
        sql: """
          UPDATE peer SET dirty = 1, gone_at = max(seen_at + 1, ?1 - (SELECT clock_offset FROM exchange))
          WHERE name = ?2 AND origin <> ?3 AND \(Database.machineIsListed)
            AND EXISTS (SELECT 1 FROM exchange)
          """,
        arguments: [
          now.milliseconds, name, ExchangeOrigin(ofInbox: try database.origin(.own))?.description,
        ])
      return database.changesCount
    }
  }

  /// When a machine was last taken out of the list, by whichever machine; nil for never.
  ///
  /// - Throws: ``InboxError``.
  package func lastForgetting() throws -> Date? {
    try inbox.store.read { try $0.date("SELECT max(gone_at) FROM peer") }
  }
}

/// What is sent of the list of machines.
extension ExchangeInbox {
  /// What other machines are told of this one; nil while it has no name, or takes no part.
  ///
  /// Its time is the present, but no earlier than the time at which the machine was taken out of the
  /// list, nor than the beginning of others of its name.
  ///
  /// - Parameter origin: The inbox.
  /// - Returns: The description.
  /// - Throws: ``InboxError``.
  package func announcement(of origin: ExchangeOrigin) throws -> ExchangePeer? {
    let now = inbox.now
    return try inbox.store.read { try $0.announcement(of: origin, at: now) }
  }

  /// What other machines are told when this one leaves; nil if it has no name, or has not joined.
  ///
  /// It removes the machine from their lists, as if one of them had done so: its time is after the
  /// last announcement. If the machine joins again, it reads this, and its announcement is no
  /// earlier.
  ///
  /// - Returns: The description, with the time at which the machine left.
  /// - Throws: ``InboxError``.
  package func departure() throws -> ExchangePeer? {
    let now = inbox.now
    return try inbox.store.read { database in
      guard let origin = ExchangeOrigin(ofInbox: try database.origin(.own)),
        var peer = try database.announcement(of: origin, at: now)
      else { return nil }
      peer.goneAt = Date(milliseconds: peer.seenAt.milliseconds + 1)
      return peer
    }
  }

  /// Whether the others miss this machine, or take it for one that was replaced.
  ///
  /// - Parameter origin: The inbox.
  /// - Returns: Whether to announce it again at once.
  /// - Throws: ``InboxError``.
  package func isMissed(_ origin: ExchangeOrigin) throws -> Bool {
    try inbox.store.read { database in
      try database.row(
        """
        SELECT 1 FROM peer AS own
        WHERE own.origin = ?1 AND (\(Database.machineIsGone) OR EXISTS (
          SELECT 1 FROM peer AS other
          WHERE other.origin <> ?1 AND other.name = own.name AND other.person = own.person
            AND other.since > own.seen_at))
        """, [origin.description]) != nil
    }
  }

  /// Notes that this machine was announced, if the stream has an announcement of it.
  ///
  /// - Parameter peer: What was sent.
  /// - Throws: ``InboxError``.
  package func noteAnnounced(_ peer: ExchangePeer) throws {
    try inbox.store.write { database in
      try database.run(
        """
        UPDATE peer SET name = ?2, person = ?3, seen_at = ?4, since = ?5, dirty = 0
        WHERE origin = ?1
        """,
        [
          peer.origin.description, peer.name, peer.person, peer.seenAt.milliseconds,
          peer.since?.milliseconds,
        ])
    }
  }

  /// The machines that were taken out of the list here, and not yet on the others.
  ///
  /// - Throws: ``InboxError``.
  package func forgotten() throws -> [ExchangePeer] {
    try inbox.store.read { try $0.peers("dirty = 1 AND \(Database.machineIsGone)", []) }
  }

  /// The machines that were removed from the list here, and whose removal the stream refuses.
  ///
  /// - Throws: ``InboxError``.
  package func heldForgotten() throws -> [ExchangePeer] {
    try inbox.store.read { try $0.peers("dirty = 3 AND \(Database.machineIsGone)", []) }
  }

  /// Notes what became of the news that machines were taken out of the list.
  ///
  /// - Parameters:
  ///   - peers: The machines.
  ///   - isRefused: Whether the stream does not take the news; they are kept for a later time.
  /// - Throws: ``InboxError``.
  package func noteSent(_ peers: [ExchangePeer], isRefused: Bool) throws {
    guard !peers.isEmpty else { return }
    try inbox.store.write { database in
      for peer in peers {
        try database.run(
          "UPDATE peer SET dirty = ? WHERE origin = ? AND gone_at = ? AND dirty = 1",
          [isRefused ? 3 : 0, peer.origin.description, peer.goneAt?.milliseconds])
      }
    }
  }
}

extension Database {
  /// Whether a machine was taken out of the list, and has not written since.
  static let machineIsGone = "gone_at > seen_at"
  /// Whether a machine is in the list.
  static let machineIsListed = "(\(machineIsGone)) IS NOT TRUE"

  /// The machines that a condition holds for, the last seen first.
  fileprivate func peers(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [ExchangePeer] {
    let rows = try rows(
      """
      SELECT origin, name, person, seen_at, since, gone_at FROM peer WHERE \(condition)
      ORDER BY seen_at DESC, name, origin
      """, arguments)
    return try Array(
      rows.compactMap { row in
        guard let origin = ExchangeOrigin(try row.value(0) as String) else { return nil }
        return ExchangePeer(
          origin: origin, name: try row.value(1), person: try row.value(2),
          seenAt: Date(milliseconds: try row.value(3)),
          since: (try row.value(4) as Int64?).map(Date.init(milliseconds:)),
          goneAt: (try row.value(5) as Int64?).map(Date.init(milliseconds:)))
      })
  }

  /// What other machines are told of this one; nil while it has no name, or takes no part.
  fileprivate func announcement(of origin: ExchangeOrigin, at now: Date) throws -> ExchangePeer? {
    let row = try row(
      """
      SELECT machine, person, clock_offset,
        ifnull((SELECT value FROM value WHERE name = 'origin_since'), joined_at),
        ifnull((SELECT gone_at FROM peer WHERE origin = ?), 0)
      FROM exchange LIMIT 1
      """, [origin.description])
    guard let row, let machine = try row.value(0) as String? else { return nil }
    let (name, person) = (ExchangePeer.shown(machine), try row.value(1) as String)
    let offset = Double(try row.value(2) as Int64) / 1_000
    let begun: Int64? = try value(
      "SELECT max(since) FROM peer WHERE name = ? AND person = ? AND origin <> ?",
      [name, person, origin.description])
    let gone: Int64 = try row.value(4)
    let seen = max(now.addingTimeInterval(-offset).milliseconds, gone, begun ?? 0)
    return ExchangePeer(
      origin: origin, name: name, person: person,
      seenAt: Date(milliseconds: min(max(seen, 0), HybridClock.latestMilliseconds)),
      since: Date(milliseconds: try row.value(3)).addingTimeInterval(-offset))
  }
}
