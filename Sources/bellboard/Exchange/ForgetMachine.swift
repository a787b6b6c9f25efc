import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxText

extension UserEnvironment {
  /// The other machines in the lists of all inboxes that are exchanged.
  ///
  /// - Throws: `InboxError`.
  func exchangedMachines() throws -> [ExchangePeer] {
    try eachExchange { _, exchange in try exchange.machines().others }.flatMap(\.self)
  }

  /// A machine that wrote within this many seconds probably still exchanges messages.
  private static let silence = 300.0

  /// Takes the other machines of a name out of the lists, and lets the daemon tell the others.
  ///
  /// - Parameter name: The name, as in the list.
  /// - Returns: What was done, in lines for the user.
  /// - Throws: ``UnknownMachine``, ``NothingJoined``, `InboxError`.
  func forgetMachine(_ name: String) throws -> [String] {
    let lists = try eachExchange { inbox, exchange in
      (
        inbox: inbox, machines: try exchange.machines(),
        offset: try exchange.position()?.clockOffset ?? 0, count: try exchange.forget(name)
      )
    }
    guard !lists.isEmpty else { throw NothingJoined() }
    var lines: [String] = []
    for list in lists where list.count > 0 {
      let machines =
        list.count == 1 ? name.printable() : "\(list.count) machines named \(name.printable())"
      lines.append("\(list.inbox): removed \(machines) from the list on this machine")
    }
    guard !lines.isEmpty else {
      throw UnknownMachine(
        name: name, known: Set(lists.flatMap { $0.machines.others.map(\.name) }).sorted(),
        isOwn: lists.contains { $0.machines.own?.name == name })
    }
    lines.append(
      reloadDaemon()
        ? "bellboardd tells the other machines; if it cannot, 'bellboard exchange status' says why."
        : "The other machines will be told when bellboardd runs.")
    let ages = lists.compactMap { list in
      Self.age(ofLiving: name, in: list.machines, at: Date(), ahead: list.offset)
    }
    let isServer = !receiving.values.exchange.servers.isEmpty
    if let age = ages.min() {
      let written = RelativeTime.age(of: Date().addingTimeInterval(-age), at: Date())
      lines.append(
        "\(name.printable()) last wrote \(written) ago. If it still exchanges messages, it will be "
          + "listed again; to prevent that, run 'bellboard exchange leave' there"
          + (isServer ? ", or remove its user from the server." : "."))
    }
    let removal =
      isServer
      ? "remove the user of a lost machine from the server"
      : "stop sharing the folder with a lost machine"
    lines.append(
      "This does not revoke access: \(removal), and run 'bellboard exchange rekey'.")
    return lines
  }

  /// The seconds since the last write of a machine of a name; nil if none wrote recently.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - machines: The list before the removal.
  ///   - now: The present time.
  ///   - offset: How far the clock is ahead of the times in the list, in milliseconds.
  /// - Returns: The seconds.
  private static func age(
    ofLiving name: String, in machines: ExchangeMachines, at now: Date, ahead offset: Int64
  ) -> Double? {
    let living = machines.others.filter { $0.name == name && !machines.isReplaced($0) }
    guard let last = living.map(\.seenAt).max() else { return nil }
    let age = max(0, now.addingTimeInterval(-Double(offset) / 1_000).timeIntervalSince(last))
    return age < silence ? age : nil
  }

  /// Calls a closure for each inbox of the configuration that has joined.
  private func eachExchange<Result>(
    _ body: (InboxName, ExchangeInbox) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    for name in receiving.values.exchange.inboxes {
      let place = selecting(.named(name))
      guard place.isMade else { continue }
      let inbox = try place.open()
      defer { inbox.closeQuietly() }
      let exchange = ExchangeInbox(inbox)
      guard try exchange.position() != nil else { continue }
      results.append(try body(name, exchange))
    }
    return results
  }
}

/// Error: no other machine has a name.
struct UnknownMachine: Reportable {
  var name: String
  /// The names that others have.
  var known: [String]
  /// Whether it is the name of this machine.
  var isOwn: Bool

  var report: String {
    let name = name.printable()
    if isOwn {
      return "'\(name)' is this machine, and no other one has that name; to stop sharing, run "
        + "'bellboard exchange leave' without --forget-machine"
    }
    guard !known.isEmpty else { return "no machine '\(name)'; the list has no other machines" }
    return "no machine '\(name)' in the list; it has \(known.joined(separator: ", "))"
  }
}

/// Error: no inbox of the configuration takes part in an exchange.
struct NothingJoined: Reportable {
  let report = "no inbox has joined an exchange; run: bellboard exchange join"
}
