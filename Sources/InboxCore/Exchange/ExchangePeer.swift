package import Foundation
import GRDB
import InboxText

/// A machine that takes part in an exchange, as it describes itself.
package struct ExchangePeer: Sendable, Hashable {
  /// Its inbox.
  package var origin: ExchangeOrigin
  /// Its name.
  package var name: String
  /// Whose machine it is.
  package var person: String
  /// When it last wrote this, by its corrected clock.
  package var seenAt: Date

  /// Creates a description.
  package init(origin: ExchangeOrigin, name: String, person: String, seenAt: Date) {
    (self.origin, self.name, self.person, self.seenAt) = (origin, name, person, seenAt)
  }
}

extension ExchangePeer {
  /// The description as JSON; the origin is in its subject.
  package var json: String {
    JSONValue.object([
      "v": .integer(1), "name": .string(name), "person": .string(person),
      "seen": .integer(seenAt.milliseconds),
    ]).json
  }

  /// Parses the format of ``json``; nil for anything else.
  ///
  /// - Parameters:
  ///   - bytes: The JSON.
  ///   - origin: The digits of the inbox.
  package init?(_ bytes: [UInt8], origin: some StringProtocol) {
    guard bytes.count <= 4_096, let origin = ExchangeOrigin(origin),
      case .object(let fields)? = try? JSONValue(json: String(decoding: bytes, as: UTF8.self)),
      case .string(let name)? = fields["name"], case .string(let person)? = fields["person"],
      case .integer(let seen)? = fields["seen"]
    else { return nil }
    let latest = HybridClock.latestMilliseconds
    self.init(
      origin: origin, name: String(name.printable().prefix(64)), person: person.printable(),
      seenAt: Date(milliseconds: min(max(seen, 0), latest)))
  }
}

extension ExchangeInbox {
  /// Notes machines of the exchange.
  ///
  /// - Throws: ``InboxError``.
  package func note(_ peers: [ExchangePeer]) throws {
    guard !peers.isEmpty else { return }
    try inbox.store.write { database in
      let statement = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO peer (origin, name, person, seen_at) VALUES (?, ?, ?, ?)")
      for peer in peers {
        try statement.execute(arguments: [
          peer.origin.description, peer.name, peer.person, peer.seenAt.milliseconds,
        ])
      }
    }
  }

  /// The other machines of the exchange, the last seen first.
  ///
  /// - Throws: ``InboxError``.
  package func peers() throws -> [ExchangePeer] {
    try inbox.store.read { database in
      let own = ExchangeOrigin(ofInbox: try database.origin(.own))
      // A restored inbox knows its former self by this name.
      let name = try String.fetchOne(database, sql: "SELECT machine FROM exchange")
      return try Row.fetchAll(
        database, sql: "SELECT origin, name, person, seen_at FROM peer ORDER BY seen_at DESC, name"
      ).compactMap { row in
        guard let origin = ExchangeOrigin(try row.value(0) as String), origin != own,
          try row.value(1) as String != name
        else {
          return nil
        }
        return ExchangePeer(
          origin: origin, name: try row.value(1), person: try row.value(2),
          seenAt: Date(milliseconds: try row.value(3)))
      }
    }
  }
}
