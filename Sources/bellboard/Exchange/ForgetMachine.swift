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

  /// Takes the other machines of a name out of the lists, and lets the daemon tell the others;
  /// returns what was done, in lines for the user.
  func forgetMachine(_ name: String) throws -> [String] {
    let lists = try eachExchange { inbox, exchange in
      (
        inbox: inbox, machines: try exchange.machines(),
        offset: try exchange.position()?.clockOffset ?? 0, count: try exchange.forget(name)
      )
    }
    guard !lists.isEmpty else {
      throw Failure("no inbox has joined an exchange; run: bellboard exchange join")
    }
    var lines: [String] = []
    for list in lists where list.count > 0 {
      let machines =
        list.count == 1 ? name.printable() : "\(list.count) machines named \(name.printable())"
      lines.append("\(list.inbox): removed \(machines) from the list on this machine")
    }
    guard !lines.isEmpty else { throw Self.unknownMachine(name, in: lists.map(\.machines)) }
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

  /// The error for a name that no other machine in the lists has.
  private static func unknownMachine(_ name: String, in lists: [ExchangeMachines]) -> Failure {
    let known = Set(lists.flatMap(\.others).map(\.name)).sorted()
    let shown = name.printable()
    if lists.contains(where: { $0.own?.name == name }) {
      return Failure(
        "'\(shown)' is this machine, and no other one has that name; to stop sharing, run "
          + "'bellboard exchange leave' without --forget-machine")
    }
    return Failure(
      known.isEmpty
        ? "no machine '\(shown)'; the list has no other machines"
        : "no machine '\(shown)' in the list; it has \(known.joined(separator: ", "))")
  }

  /// The seconds since the last write of a machine of a name; nil if none wrote recently.
  ///
  /// The clock is `offset` milliseconds ahead of the times in the list.
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
