import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxExchange
import InboxSettings
import InboxSystem
import InboxText

/// `bellboardd rekey-exchange`, which `bellboard exchange rekey` runs after it wrote the new key.
struct RekeyExchange: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rekey-exchange", abstract: "Write all values again under a new key.",
    shouldDisplay: false)

  @Argument(help: "Path of the new key.")
  var path: String

  func run() async throws {
    let environment = try UserEnvironment(inboxName: nil)
    var settings = environment.receiving.values.exchange
    let current = HomePath.expanded(settings.key)
    settings.key = path
    let key = try ExchangeKey(path: path)
    try await settings.connected { connection in
      for name in settings.inboxes {
        let inbox = try environment.selecting(.named(name)).open()
        defer { inbox.closeQuietly() }
        guard try ExchangeInbox(inbox).position() != nil else { throw ExchangeError.notJoined }
        try await connection.startOver(inbox, named: name)
      }
    }
    // The old key stays, for values that somebody kept.
    for (old, new) in [(current, current + ".old"), (path, current)] {
      guard rename(old, new) == 0 || errno == ENOENT else {
        throw RenameError(old: old, new: new, error: SystemError(call: "rename"))
      }
    }
    if let daemon = DaemonStateFile.read(environment.paths.daemonState) {
      kill(daemon.process.number, SIGHUP)
    }
    print("The new key is \(key.id), in \(current.printable()).")
    print("Copy this file to your other machines; until then they exchange nothing.")
  }
}

/// Error: the files of the keys could not be renamed.
private struct RenameError: Reportable {
  var old: String
  var new: String
  var error: SystemError

  var report: String {
    "cannot rename \(old.printable()) to \(new.printable()): \(error.reason); do it by hand, the "
      + "values are sealed with the new key already"
  }
}
