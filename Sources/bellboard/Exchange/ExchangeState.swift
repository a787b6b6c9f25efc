import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxText

/// What is known of the exchange of an inbox, without asking the server.
struct ExchangeState {
  let name: String
  /// What the inbox remembers; nil if it has not joined.
  let position: ExchangePosition?
  private let peers: [ExchangePeer]
  /// The state in the daemon; nil if that does not run, or has no such source.
  private let source: SourceState?

  /// Reads the state of an inbox.
  ///
  /// - Throws: `InboxError`.
  init(_ name: InboxName, in environment: UserEnvironment) throws {
    self.name = name.description
    source = DaemonStateFile.read(environment.paths.daemonState)?.sources
      .first { $0.name == "exchange/\(name)" }
    let place = environment.selecting(.named(name))
    guard place.isMade else {
      (position, peers) = (nil, [])
      return
    }
    let inbox = try place.open(durability: .normal)
    defer { inbox.closeQuietly() }
    let exchange = ExchangeInbox(inbox)
    position = try exchange.position()
    peers = try position == nil ? [] : exchange.peers()
  }

  /// The state and the machines, in two lines.
  ///
  /// - Parameters:
  ///   - width: The columns of the name.
  ///   - now: The present time, for ages.
  /// - Returns: Two lines, or one for an inbox that has not joined.
  func text(nameWidth width: Int, at now: Date) -> String {
    let width = max(width, Self.machines.columns)
    let label = TextLayout.pad(name, columns: width)
    guard let position else {
      return "\(label)  not joined; run: bellboard exchange join"
    }
    let machines =
      ["\(position.machine ?? "this machine") (here)"]
      + peers.map { peer in
        let age = RelativeTime.phrase(from: peer.seenAt, to: now)
        let person = peer.person == position.person ? "" : ", \(peer.person)"
        return "\(peer.name) (\(age)\(person))"
      }
    return """
      \(label)  \(parts(of: position).map { $0.printable() }.joined(separator: " · "))
      \(TextLayout.pad(Self.machines, columns: width))  \(machines.map { $0.printable() }.joined(separator: " · "))
      """
  }

  private static let machines = "machines"

  private func parts(of position: ExchangePosition) -> [String] {
    var parts: [String]
    if let source {
      parts = [source.phase == .running ? source.detail : source.error].compactMap(\.self)
      if parts.isEmpty { parts = [source.phase.rawValue] }
    } else {
      parts = ["bellboardd is not running", "\(position.waitingCount) waiting"]
    }
    parts.append("read to \(position.sequence)")
    if let readAt = position.readAt { parts.append(RelativeTime.phrase(from: readAt, to: Date())) }
    return parts
  }

  /// The state as JSON.
  var json: JSONValue {
    var fields: [String: JSONValue] = ["inbox": .string(name), "joined": .bool(position != nil)]
    if let position {
      fields["person"] = .string(position.person)
      fields["machine"] = position.machine.map(JSONValue.string)
      fields["stream"] = position.stream.map(JSONValue.string)
      fields["sequence"] = .integer(position.sequence)
      fields["waiting"] = .integer(Int64(position.waitingCount))
      fields["held"] = .integer(Int64(position.heldCount))
      fields["clock_offset_ms"] = .integer(position.clockOffset)
      fields["key"] = position.key.map(JSONValue.string)
      fields["read_at"] = position.readAt.map { .string(RFC3339.string(from: $0)) }
      fields["machines"] = .array(
        peers.map { peer in
          .object([
            "name": .string(peer.name), "person": .string(peer.person),
            "seen_at": .string(RFC3339.string(from: peer.seenAt)),
          ])
        })
    }
    fields["source"] = source?.json
    return .object(fields)
  }
}

/// Error: there is no exchange to print.
struct ExchangeIsOff: Reportable {
  let report =
    "no exchange is configured; write [exchange] with url = \"tls://HOST:4222\" "
    + "or folder = \"PATH\""
}

/// Error: the path of a key file is missing.
struct NoKeyPath: Reportable {
  let report = "no path for the key file; give one, or set exchange.key in the configuration"
}
