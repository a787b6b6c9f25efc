import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxExchange
import InboxSettings
import InboxSystem
import InboxText

/// `bellboardd rekey-exchange`, which `bellboard exchange rekey` runs.
struct RekeyExchange: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rekey-exchange",
    abstract: "Replace the key of the exchange, for 'bellboard exchange rekey'.",
    shouldDisplay: false)

  @Argument(help: "Path of the new key file; a file left by an earlier run is used.")
  var path: String

  func run() async throws {
    let environment = try UserEnvironment(inboxName: nil)
    let settings = try environment.checkedExchange(needsKeyFile: false)
    do {
      try await readAll(settings, environment)
    } catch let signal as EndedBySignal {
      ExchangeProgress.endLine()
      let isBegun = access(path, F_OK) == 0
      StandardError.printError(
        isBegun
          ? UnfinishedRekey(path: path, reason: "interrupted").report : "the key was not replaced")
      throw signal
    }
    try await startOver(settings, environment)
    // A key file that is in use stays until it is replaced, so that an interrupted run can be continued.
    let current = HomePath.expanded(settings.key)
    if settings.hasKeyFile { try keepOld(current) }
    try Self.rename(path, to: current)
    print("The new key is \(try ExchangeKey(path: current).id), in \(current.printable()).")
    print("Copy this file to your other machines; until then they exchange nothing.")
    guard !environment.reloadDaemon() else { return }
    // Nobody else would send the values under the new key.
    do {
      for name in settings.inboxes {
        try await readOn(name, settings, environment, onlyReads: false)
      }
    } catch {
      if error is EndedBySignal { ExchangeProgress.endLine() }
      StandardError.printError(
        "not all messages have been sent again; to continue, start bellboardd or run "
          + "'bellboard exchange join'")
      throw error
    }
  }

  /// Reads what others have sent under the present key, before it is removed.
  ///
  /// What waits here is sent under the new key.
  private func readAll(_ settings: ExchangeSettings, _ environment: UserEnvironment) async throws {
    var present = settings
    // The first key; so far, the values are not sealed.
    if !settings.hasKeyFile { present.key = "" }
    // The key that an interrupted run left.
    let begun = try begunKey()
    for name in settings.inboxes {
      if !settings.hasKeyFile { try checkIsOpen(name, begun, environment) }
      do {
        try await readOn(name, present, environment, onlyReads: true)
      } catch ExchangeError.wrongKey(_, stream: let id) where id == begun {
        // The interrupted run has already removed what was sent under the present key.
      }
    }
  }

  /// The id of the key that an interrupted run left; nil for none.
  ///
  /// - Throws: `Failure` if the file holds no key.
  private func begunKey() throws -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    do {
      return try ExchangeKey(path: path).id
    } catch ExchangeError.badFile(let reason) {
      throw Failure("\(reason); an earlier rekey left this file, and you may remove it")
    }
  }

  /// Checks that an inbox was not sealed by a key file that is missing now: a daemon may still use it.
  private func checkIsOpen(
    _ name: InboxName, _ begun: String?, _ environment: UserEnvironment
  ) throws {
    let inbox = try Self.opened(name, environment)
    defer { inbox.closeQuietly() }
    let key = try ExchangeInbox(inbox).position()?.key ?? ""
    guard key.isEmpty || key == begun else { throw ExchangeError.wrongKey(here: "", stream: key) }
  }

  /// Reads to the end, and sends what waits unless it only reads; if the daemon does both, nothing.
  private func readOn(
    _ name: InboxName, _ settings: ExchangeSettings, _ environment: UserEnvironment,
    onlyReads: Bool
  ) async throws {
    let inbox = try Self.opened(name, environment)
    defer { inbox.closeQuietly() }
    // A daemon with another key, as after an interrupted run, holds the lock only during a try.
    let isWaiting = !Self.isLive(name, environment)
    guard let lock = try environment.exchangeLock(of: name, waiting: isWaiting) else {
      guard !Self.isLive(name, environment) else { return }
      throw Failure(
        "'\(name)' is not being exchanged now, so changes of other machines could be lost; see "
          + "'bellboard exchange status', and try again when it is live")
    }
    defer { lock.release() }
    do {
      try await Self.exchange(inbox, name, settings, onlyReads: onlyReads)
    } catch ExchangeError.wrongKey(_, stream: "") {
      // The values were not sealed so far.
      var open = settings
      open.key = ""
      try await Self.exchange(inbox, name, open, onlyReads: onlyReads)
    }
  }

  /// Whether the daemon has read all values of an inbox, and follows new ones.
  private static func isLive(_ name: InboxName, _ environment: UserEnvironment) -> Bool {
    let source = DaemonStateFile.read(environment.paths.daemonState)?.sources
      .first { $0.name == ExchangeWording.source(of: name) }
    return source?.phase == .running && source?.detail?.hasPrefix(ExchangeLine.live) == true
  }

  private static func exchange(
    _ inbox: Inbox, _ name: InboxName, _ settings: ExchangeSettings, onlyReads: Bool
  ) async throws {
    try await settings.connected { connection in
      _ = try await ExchangeProgress.run(connection, inbox, name, onlyReads: onlyReads)
    }
  }

  /// Opens an inbox that has joined.
  private static func opened(_ name: InboxName, _ environment: UserEnvironment) throws -> Inbox {
    if let inbox = try environment.openJoined(name) { return inbox }
    throw Failure(
      "'\(name)' has not joined the exchange; correct exchange.inboxes, or run: "
        + "bellboard exchange join")
  }

  /// Writes the new key file, removes all values, and names the new key for later ones.
  ///
  /// - Throws: ``UnfinishedRekey`` once values may be sealed with the new key. After any other
  ///   error none are, and a file that was written here is removed.
  private func startOver(
    _ settings: ExchangeSettings, _ environment: UserEnvironment
  ) async throws {
    let isNew = access(path, F_OK) != 0
    if isNew {
      try PrivateFolder.make((path as NSString).deletingLastPathComponent)
      do throws(SystemError) {
        try FileReplacement.replace(path, by: KeyText.random().joined(separator: "\n") + "\n")
      } catch {
        throw Failure(ErrorText.unwritable(path, error))
      }
    }
    var changed = settings
    changed.key = path
    do {
      try await changed.connected { connection in
        for name in settings.inboxes {
          let isFirst = name == settings.inboxes.first
          do {
            let inbox = try Self.opened(name, environment)
            defer { inbox.closeQuietly() }
            try await connection.startOver(inbox, named: name)
          } catch {
            if isFirst, Self.changedNothing(error) { throw error }
            throw UnfinishedRekey(path: path, reason: ErrorText.text(forAny: error))
          }
        }
      }
    } catch let error as UnfinishedRekey {
      throw error
    } catch {
      if isNew { unlink(path) }
      throw error
    }
  }

  /// Whether an error of the first inbox means that no value was removed.
  private static func changedNothing(_ error: any Error) -> Bool {
    switch error as? ExchangeError {
    // The request to remove all values was refused; a later refusal throws `notStored`.
    case .notPermitted?, .refused?: true
    default: !(error is ExchangeError)
    }
  }

  /// Copies the key file, as FILE.old, for values that somebody kept.
  ///
  /// - Throws: ``UnfinishedRekey``.
  private func keepOld(_ current: String) throws {
    do {
      try FileReplacement.replace(current + ".old", by: SecretFile.text(current))
    } catch {
      let reason =
        (error as? SystemError).map { ErrorText.unwritable(current + ".old", $0) } ?? "\(error)"
      throw UnfinishedRekey(path: path, reason: reason)
    }
  }

  private static func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(old, new) == 0 else {
      let reason = SystemError(call: "rename").reason
      throw Failure(
        "cannot rename \(old.printable()) to \(new.printable()): \(reason); do it by hand, the "
          + "messages are sealed with the new key already")
    }
  }
}

/// Error: the key may have been changed in only a part of the exchange.
private struct UnfinishedRekey: Reportable {
  /// The new key file.
  var path: String
  /// What went wrong.
  var reason: String

  var report: String {
    "\(reason); some messages may already be sealed with the new key, which is kept in "
      + "\(path.printable()); to continue with it, run 'bellboard exchange rekey' again"
  }
}
