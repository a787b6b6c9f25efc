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
    commandName: "rekey-exchange", abstract: "Send all messages again under a new key.",
    shouldDisplay: false)

  @Argument(help: "Path of the new key.")
  var path: String

  func run() async throws {
    let environment = try UserEnvironment(inboxName: nil)
    let settings = try environment.checkedExchange()
    // What others have sent under the present key is read before it is removed.
    for name in settings.inboxes { try await readOn(name, settings, environment) }
    var changed = settings
    changed.key = path
    try await changed.connected { connection in
      for name in settings.inboxes {
        let inbox = try environment.selecting(.named(name)).open()
        defer { inbox.closeQuietly() }
        try await connection.startOver(inbox, named: name)
      }
    }
    // The old key stays, for values that somebody kept.
    let current = HomePath.expanded(settings.key)
    try Self.rename(current, to: current + ".old")
    try Self.rename(path, to: current)
    if !environment.reloadDaemon() {
      // Nobody else would send the values under the new key.
      for name in settings.inboxes { try await readOn(name, settings, environment) }
    }
    print("The new key is \(try ExchangeKey(path: current).id), in \(current.printable()).")
    print("Copy this file to your other machines; until then they exchange nothing.")
  }

  /// Reads to the end and sends what waits, unless the daemon does so.
  private func readOn(
    _ name: InboxName, _ settings: ExchangeSettings, _ environment: UserEnvironment
  ) async throws {
    let inbox = try environment.selecting(.named(name)).open()
    defer { inbox.closeQuietly() }
    guard try ExchangeInbox(inbox).position() != nil else { throw ExchangeError.notJoined }
    guard let lock = try environment.exchangeLock(of: name, waiting: false) else {
      let state = DaemonStateFile.read(environment.paths.daemonState)?.sources
        .first { $0.name == ExchangeWording.source(of: name) }
      guard state?.phase == .running, state?.detail?.hasPrefix(ExchangeLine.live) == true else {
        throw RekeyError.notLive(name)
      }
      return
    }
    defer { lock.release() }
    do {
      try await settings.connected { _ = try await ExchangeProgress.run($0, inbox, name) }
    } catch ExchangeError.wrongKey(_, stream: "") {
      // The values were not sealed so far.
      var open = settings
      open.key = ""
      try await open.connected { _ = try await ExchangeProgress.run($0, inbox, name) }
    }
  }

  private static func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(old, new) == 0 else {
      throw RekeyError.cannotRename(old, new, SystemError(call: "rename"))
    }
  }
}

/// Why a key was not changed.
private enum RekeyError: Error, Reportable {
  case notLive(InboxName)
  case cannotRename(String, String, SystemError)

  var report: String {
    switch self {
    case .notLive(let name):
      "'\(name)' is not being exchanged now, so changes of other machines could be lost; see "
        + "'bellboard exchange status', and try again when it is live"
    case .cannotRename(let old, let new, let error):
      "cannot rename \(old.printable()) to \(new.printable()): \(error.reason); do it by hand, the "
        + "messages are sealed with the new key already"
    }
  }
}
