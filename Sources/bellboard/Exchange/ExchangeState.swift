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
  /// Whether the daemon runs.
  private let hasDaemon: Bool

  /// Reads the state of an inbox.
  ///
  /// - Throws: `InboxError`.
  init(_ name: InboxName, in environment: UserEnvironment) throws {
    self.name = name.description
    let daemon = DaemonStateFile.read(environment.paths.daemonState)
    source = daemon?.sources.first { $0.name == "exchange/\(name)" }
    hasDaemon = daemon != nil
    let place = environment.selecting(.named(name))
    guard place.isMade else {
      (position, peers) = (nil, [])
      return
    }
    let inbox = try place.open(durability: .normal)
    defer { inbox.closeQuietly() }
    let exchange = ExchangeInbox(inbox)
    // What was changed here is counted by nobody else.
    if source == nil, try exchange.position() != nil { _ = try exchange.waitingCount() }
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
      \(label)  \(parts(of: position, at: now).map { $0.printable() }.joined(separator: " · "))
      \(TextLayout.pad(Self.machines, columns: width))  \(machines.map { $0.printable() }.joined(separator: " · "))
      """
  }

  private static let machines = "machines"

  private func parts(of position: ExchangePosition, at now: Date) -> [String] {
    var parts: [String]
    if let source {
      parts = [source.phase == .running ? source.detail : source.error].compactMap(\.self)
      if parts.isEmpty { parts = [source.phase.rawValue] }
      if let next = source.nextTry, source.phase != .running {
        parts.append("next try in \(max(1, Int(next.timeIntervalSince(now).rounded()))) s")
      }
    } else {
      parts = [
        hasDaemon
          ? "bellboardd does not exchange it; see 'bellboard sources'"
          : "bellboardd is not running",
        "\(position.waitingCount) waiting",
      ]
    }
    if position.heldCount > 0 { parts.append("\(position.heldCount) refused") }
    parts.append("read to \(position.sequence)")
    if let readAt = position.readAt { parts.append(RelativeTime.phrase(from: readAt, to: now)) }
    return parts
  }

  /// The check of the exchange, for `bellboard doctor`.
  func check(at now: Date) -> Check {
    guard let position else {
      return Check(.doubtful, "exchange", "\(name) has not joined; run: bellboard exchange join")
    }
    let isLive = source?.phase == .running && source?.isTroubled == false
    return Check(
      isLive ? .good : .doubtful, "exchange",
      "\(name): " + parts(of: position, at: now).joined(separator: " · "))
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

extension UserEnvironment {
  /// The checks of the exchange, one for each of its inboxes; none while it is not configured.
  var exchangeChecks: [Check] {
    let settings = receiving.values.exchange
    guard settings.isOn else { return [] }
    let now = Date()
    return settings.inboxes.map { name in
      do {
        return try ExchangeState(name, in: self).check(at: now)
      } catch {
        let reason = (error as? any Reportable)?.report ?? "it cannot be read"
        return Check(.bad, "exchange", "\(name): \(reason)")
      }
    }
  }
}

/// Error: the path of a key file is missing.
struct NoKeyPath: Reportable {
  let report = "no path for the key file; give one, or set exchange.key in the configuration"
}
