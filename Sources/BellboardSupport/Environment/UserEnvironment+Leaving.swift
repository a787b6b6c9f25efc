import Foundation
package import InboxCore
import InboxSettings
import InboxSystem
import InboxText

/// Leaving the exchange, with or without the program that talks to the server.
extension UserEnvironment {
  /// Takes the inboxes of the configuration out of the exchange, and makes the daemon release them.
  ///
  /// - Parameter report: Called with a line for the user when an inbox has left.
  /// - Returns: For each inbox that has left, the description of this machine with the time at
  ///   which it left, which the other machines must get.
  /// - Throws: ``Failure``, `InboxError`, `SystemError` and what `report` throws.
  package func leaveExchange(
    report: (String) throws -> Void
  ) throws -> [InboxName: ExchangePeer] {
    var machines: [InboxName: ExchangePeer] = [:]
    // With an error in the list of inboxes, the wrong inbox could leave.
    for name in try exchangeSettings().inboxes {
      do {
        machines[name] = try leaveExchange(name, report: report)
      } catch  where !machines.isEmpty {
        // The other machines must still be told of the inboxes that have left.
        StandardError.printError("'\(name)' has not left: \(ErrorText.text(forAny: error))")
      }
    }
    return machines
  }

  /// Takes one inbox out of the exchange; returns nil if it has not joined.
  private func leaveExchange(
    _ name: InboxName, report: (String) throws -> Void
  ) throws -> ExchangePeer? {
    let place = selecting(.named(name))
    guard place.isMade else {
      StandardError.printError("there is no inbox '\(name)'")
      return nil
    }
    let inbox = try place.open()
    defer { inbox.closeQuietly() }
    let exchange = ExchangeInbox(inbox)
    guard let position = try exchange.position() else {
      StandardError.printError("'\(name)' has not joined the exchange")
      return nil
    }
    let waiting = try exchange.waitingCount() + position.heldCount
    let begin = Date()
    var machine = try exchange.departure()
    try exchange.leave()
    // Wait until the daemon has released the inbox, so that it can join again.
    if reloadDaemon() { try exchangeLock(of: name, waiting: true)?.release() }
    // Later than any announcement that the daemon made in the meantime.
    let took = max(0, Date().timeIntervalSince(begin)) + 0.001
    machine?.goneAt? += took
    let verb = waiting == 1 ? "was" : "were"
    let unsent = waiting == 0 ? "" : "; \(waiting.counted("change")) \(verb) not sent"
    try report("\(name) has left\(unsent); now remove [exchange] from the configuration")
    return machine
  }

  /// The advice if the other machines could not be told that this one has left.
  ///
  /// - Parameters:
  ///   - machines: The description of this machine in each inbox.
  ///   - reason: Why they could not be told, without a period.
  /// - Returns: Lines for the user.
  package static func untold(
    _ machines: [InboxName: ExchangePeer], reason: String
  ) -> [String] {
    let names = Set(machines.values.map(\.name)).sorted()
    return ["The other machines could not be told: \(reason)"]
      + names.map { name in
        "Run on one of them: bellboard exchange leave --forget-machine \(ShellQuoting.word(name))"
      }
  }
}
