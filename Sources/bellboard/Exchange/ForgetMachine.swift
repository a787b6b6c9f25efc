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

  /// Takes the other machines of a name out of the lists, and lets the daemon tell the others.
  ///
  /// - Parameter name: The name, as in the list.
  /// - Returns: What was done, in lines for the user.
  /// - Throws: ``UnknownMachine``, ``NothingJoined``, `InboxError`.
  func forgetMachine(_ name: String) throws -> [String] {
    let lists = try eachExchange { inbox, exchange in
      (inbox: inbox, machines: try exchange.machines(), count: try exchange.forget(name))
    }
    guard !lists.isEmpty else { throw NothingJoined() }
    var lines: [String] = []
    for list in lists where list.count > 0 {
      let machines =
        list.count == 1
        ? "\(name.printable()) is" : "\(list.count) machines named \(name.printable()) are"
      lines.append("\(list.inbox): \(machines) not in the list of machines any more")
    }
    guard !lines.isEmpty else {
      throw UnknownMachine(
        name: name, known: Set(lists.flatMap { $0.machines.others.map(\.name) }).sorted(),
        isOwn: lists.contains { $0.machines.own?.name == name })
    }
    if !reloadDaemon() { lines.append("The other machines are told when bellboardd runs.") }
    lines.append(
      "This does not take access away: remove the user of a lost machine from the server, and run "
        + "'bellboard exchange rekey'.")
    return lines
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
