package import Foundation
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
  /// When its inbox got its origin, by its corrected clock; nil where it does not say so.
  package var since: Date?
  /// When somebody took it out of the list; nil for never.
  package var goneAt: Date?

  /// Creates a description.
  package init(
    origin: ExchangeOrigin, name: String, person: String, seenAt: Date, since: Date? = nil,
    goneAt: Date? = nil
  ) {
    (self.origin, self.name, self.person, self.seenAt) = (origin, name, person, seenAt)
    (self.since, self.goneAt) = (since, goneAt)
  }
}

extension ExchangePeer {
  /// The description as JSON; the origin is in its subject.
  package var json: String {
    var fields: [String: JSONValue] = [
      "v": .integer(1), "name": .string(name), "person": .string(person),
      "seen": .integer(seenAt.milliseconds),
    ]
    if let since { fields["since"] = .integer(since.milliseconds) }
    if let goneAt { fields["gone"] = .integer(goneAt.milliseconds) }
    return JSONValue.object(fields).json
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
      let seenAt = Self.time(fields["seen"])
    else { return nil }
    self.init(
      origin: origin, name: Self.shown(name), person: person.printable(), seenAt: seenAt,
      since: Self.time(fields["since"]), goneAt: Self.time(fields["gone"]))
  }

  /// The name of a machine as the others show it: printable, and at most 64 characters.
  static func shown(_ name: String) -> String { String(name.printable().prefix(64)) }

  /// A time in milliseconds since 1970, no later than the year 9999; nil for other values.
  private static func time(_ value: JSONValue?) -> Date? {
    guard case .integer(let milliseconds)? = value else { return nil }
    return Date(milliseconds: min(max(milliseconds, 0), HybridClock.latestMilliseconds))
  }
}
