import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxText

/// What is known of the exchange of an inbox, without asking the server.
struct ExchangeState {
  let name: String
  /// What the inbox remembers; nil if it has not joined.
  private(set) var position: ExchangePosition?
  /// The number of values that are to be sent, with the messages whose changes nobody took up yet.
  private var waitingCount = 0
  private var machines = ExchangeMachines()
  /// The messages with changes that the server refuses.
  private var refused = RefusedMessages()
  /// The machines that were removed from the list here, and whose removal the server refuses.
  private var keptMachines: [ExchangePeer] = []
  /// Why, and when it tries again, as the daemon says; nil if that does not run, or has not tried.
  private let refusal: SourceState?
  /// The state in the daemon; nil if that does not run, or has no such source.
  private let source: SourceState?
  private let hasDaemon: Bool
  /// Whether neither the inbox nor the daemon can write how they are.
  private let isDiskFull: Bool

  /// Reads the state of an inbox, which may be one that this user can only read.
  ///
  /// - Throws: `InboxError`.
  init(_ name: InboxName, in environment: UserEnvironment) throws {
    self.name = name.description
    let daemon = DaemonStateFile.read(environment.paths.daemonState)
    source = daemon?.sources.first { $0.name == ExchangeWording.source(of: name) }
    refusal = daemon?.sources.first { $0.name == ExchangeWording.refusals(of: name) }
    hasDaemon = daemon != nil
    isDiskFull = environment.selecting(.named(name)).hasFullDisk
    guard let inbox = try environment.openJoined(name, durability: .normal) else { return }
    defer { inbox.closeQuietly() }
    let exchange = ExchangeInbox(inbox)
    position = try exchange.position()
    waitingCount = try exchange.waitingCount()
    machines = try exchange.machines()
    refused = try exchange.refused(limit: Self.mostRefused)
    keptMachines = try exchange.heldForgotten()
  }

  /// Maximum number of refused messages that are named.
  private static let mostRefused = 10

  /// The state, the machines with one line for each name that several have, and the messages that the
  /// server does not take; one line for an inbox that has not joined.
  func text(nameWidth width: Int, at now: Date) -> String {
    let width = max(width, Self.label.columns)
    let label = TextLayout.pad(name, columns: width)
    guard let position else { return "\(label)  not joined; run: bellboard exchange join" }
    let names =
      ["\(position.machine ?? "this machine") (here)"]
      + machines.others.map { peer in
        let person = peer.person == position.person ? "" : "\(peer.person), "
        let state = machines.isReplaced(peer) ? "replaced, " : ""
        // The time is that of the server.
        let age = RelativeTime.age(of: peer.seenAt, at: now - Double(position.clockOffset) / 1_000)
        return "\(peer.name) (\(person)\(state)last wrote \(age) ago)"
      }
    let lines = [
      (label, parts(of: position, at: now).joined(separator: " · ")),
      (Self.label, names.joined(separator: " · ")),
    ]
    let refusals = refusalLines(at: now).enumerated().map {
      ($0.offset == 0 ? "refused" : "", $0.element)
    }
    return (lines + warnings.map { ("", $0) } + refusals).map { name, text in
      "\(TextLayout.pad(name, columns: width))  \(text.printable())"
    }.joined(separator: "\n")
  }

  private static let label = "machines"

  /// What is wrong with the list of machines, in sentences without a period.
  private var warnings: [String] {
    machines.sharedNames.map { shared in
      let others = shared.otherCount == 1 ? "another one" : "\(shared.otherCount) others"
      let owners = shared.isOwn ? "this machine and \(others)" : "\(shared.otherCount) machines"
      let isPair = shared.otherCount + (shared.isOwn ? 1 : 0) == 2
      return "\(owners) are named \(shared.name.printable()); set exchange.machine in the "
        + "configuration of \(isPair ? "one of them" : "all of them but one")"
    }
  }

  /// Why changes are refused, and which messages and machines they concern; empty if none are.
  private func refusalLines(at now: Date) -> [String] {
    guard let position, position.heldCount > 0 else { return [] }
    let names = refused.newest.map { message in
      let size = ByteSize.text(Int64(message.byteCount))
      return "\(message.id)  \(Self.shortened(message.title)) (\(size))"
    }
    let more = refused.count - refused.newest.count
    let rest = more > 0 ? ["and \(more.counted("more message"))"] : []
    let machines = keptMachines.map { "\($0.name)  is still in the lists of the other machines" }
    return [refusal.map { SourceLine($0, at: now).reason } ?? untried] + names + rest + machines
  }

  /// What is said while nobody knows why.
  private var untried: String {
    hasDaemon
      ? "bellboardd will try again and say why"
      : "bellboardd is not running; once it runs, it tries again and says why"
  }

  /// A title as one line without control characters.
  private static func shortened(_ title: String) -> String {
    TextLayout.truncate(TextLayout.oneLine(title, columns: 60), columns: 60)
  }

  private func parts(of position: ExchangePosition, at now: Date) -> [String] {
    var parts: [String]
    if isDiskFull {
      parts = ["the disk is full: \(FullDisk.consequence)"]
    } else if let source {
      parts = [source.phase == .running ? source.detail : present(source.error)]
        .compactMap(\.self)
      if parts.isEmpty { parts = [source.phase.rawValue] }
      if let next = SourceLine(source, at: now).nextTry, source.phase != .running {
        parts.append(next)
      }
    } else {
      parts = [
        hasDaemon
          ? "bellboardd does not exchange it; see 'bellboard sources'"
          : "bellboardd is not running",
        ExchangeWording.waiting(waitingCount),
      ]
    }
    // Counts changes, as for those that wait: several changes of one message can be refused.
    if position.heldCount > 0 { parts.append("\(position.heldCount) refused") }
    parts.append("read to \(position.sequence)")
    if let readAt = position.readAt { parts.append(RelativeTime.phrase(from: readAt, to: now)) }
    return parts
  }

  /// Why the exchange is interrupted, with what waits now: more than when the daemon tried last.
  private func present(_ error: String?) -> String? {
    guard let error else { return nil }
    let parts = error.split(separator: " · ").filter { !$0.hasSuffix(" waiting") }
    return (parts + [ExchangeWording.waiting(waitingCount)[...]])
      .joined(separator: " · ")
  }

  /// The check of the exchange, for `bellboard doctor`.
  func check(at now: Date) -> Check {
    guard let position else {
      return Check(.doubtful, "exchange", "\(name) has not joined; run: bellboard exchange join")
    }
    let isLive =
      source?.phase == .running && source?.isTroubled == false && !isDiskFull
      && position.heldCount == 0
    return Check(
      isLive && warnings.isEmpty ? .good : .doubtful, "exchange",
      "\(name): " + (parts(of: position, at: now) + warnings).joined(separator: " · "))
  }

  var json: JSONValue {
    var fields: [String: JSONValue] = ["inbox": .string(name), "joined": .bool(position != nil)]
    if let position {
      fields["person"] = .string(position.person)
      fields["machine"] = position.machine.map(JSONValue.string)
      fields["stream"] = position.stream.map(JSONValue.string)
      fields["sequence"] = .integer(position.sequence)
      fields["waiting"] = .integer(Int64(waitingCount))
      fields["held"] = .integer(Int64(position.heldCount))
      fields["refused"] = refusedJSON
      fields["clock_offset_ms"] = .integer(position.clockOffset)
      fields["key"] = position.key.map(JSONValue.string)
      fields["read_at"] = position.readAt.map { .string(RFC3339.string(from: $0)) }
      fields["machines"] = .array(
        machines.others.map { peer in
          .object([
            "id": .string("\(peer.origin)"), "name": .string(peer.name),
            "person": .string(peer.person), "replaced": .bool(machines.isReplaced(peer)),
            "seen_at": .string(RFC3339.string(from: peer.seenAt)),
          ])
        })
      fields["warnings"] = .array(warnings.map(JSONValue.string))
    }
    fields["source"] = source?.json
    if isDiskFull { fields["disk_full"] = .bool(true) }
    return .object(fields)
  }

  private var refusedJSON: JSONValue {
    var fields: [String: JSONValue] = ["count": .integer(Int64(refused.count))]
    // Also if only the removal of a machine is refused.
    if (position?.heldCount ?? 0) > 0 {
      fields["reason"] = refusal?.error.map(JSONValue.string)
      fields["next_try"] = refusal?.nextTry.map { .string(RFC3339.string(from: $0)) }
    }
    fields["messages"] = .array(
      refused.newest.map { message in
        .object([
          "number": .integer(message.number.rawValue), "source": .string(message.source),
          "id": .string(message.id), "title": .string(Self.shortened(message.title)),
          "bytes": .integer(Int64(message.byteCount)),
        ])
      })
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
