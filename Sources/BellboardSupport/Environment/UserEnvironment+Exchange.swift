import Foundation
package import InboxCore
package import InboxSettings
package import InboxSystem
import InboxTOML

/// What the exchange commands need from the configuration and from the running daemon.
extension UserEnvironment {
  /// The settings of the exchange, if the configuration has no errors that affect them.
  ///
  /// - Throws: ``Failure``.
  package func exchangeSettings() throws -> ExchangeSettings {
    let file = receiving
    let error = file.errors.first { error in
      error.isFatal || error.path.components.first == .key("exchange")
    }
    if let error { throw Failure(error.description) }
    return file.values.exchange
  }

  /// The settings of the exchange, whose files and folders can be used.
  ///
  /// - Parameter needsKeyFile: Whether the file of `exchange.key` must be there.
  /// - Returns: The settings.
  /// - Throws: ``Failure``.
  package func checkedExchange(needsKeyFile: Bool = true) throws -> ExchangeSettings {
    let settings = try exchangeSettings()
    guard settings.isOn else { throw Failure.exchangeIsOff }
    let isKeyless = !needsKeyFile && !settings.hasKeyFile
    let error = ReceivingCheck.errors(of: receiving, path: variables["PATH"]).first { error in
      error.path.components.first == .key("exchange")
        && !(isKeyless && error.path == "exchange.key")
    }
    if let error { throw Failure(error.description) }
    return settings
  }

  /// Opens an inbox that has joined the exchange; nil for another, as a typo must not create an inbox.
  ///
  /// - Throws: `InboxError`.
  package func openJoined(
    _ name: InboxName, durability: InboxConfiguration.Durability = .full
  ) throws -> Inbox? {
    let place = selecting(.named(name))
    guard place.isMade else { return nil }
    let inbox = try place.open(durability: durability)
    if try ExchangeInbox(inbox).position() != nil { return inbox }
    inbox.closeQuietly()
    return nil
  }

  /// Lets the daemon read the configuration again, and try failed sources at once.
  ///
  /// - Returns: Whether it runs.
  @discardableResult
  package func reloadDaemon() -> Bool {
    guard let state = DaemonStateFile.read(paths.daemonState) else { return false }
    kill(state.process.number, SIGHUP)
    return true
  }

  /// Attempts to take the lock of an exchange, and seconds between two of them.
  private static let (lockAttempts, lockPause) = (50, 0.1)

  /// Takes the lock of the program that exchanges an inbox; a daemon that is giving it up is waited
  /// for, at most five seconds.
  ///
  /// - Parameters:
  ///   - name: The inbox.
  ///   - isWaiting: Whether to wait.
  /// - Returns: The lock; nil while the daemon has it.
  /// - Throws: `SystemError`.
  package func exchangeLock(of name: InboxName, waiting isWaiting: Bool) throws -> InstanceLock? {
    for attempt in 1...Self.lockAttempts {
      do {
        return try InstanceLock(paths.exchangeLock(of: name))
      } catch is InstanceLock.Held {
        guard isWaiting, attempt < Self.lockAttempts else { return nil }
        Thread.sleep(forTimeInterval: Self.lockPause)
      }
    }
    return nil
  }
}

extension ExchangeSettings {
  /// Whether the file of `exchange.key` is there.
  package var hasKeyFile: Bool { !key.isEmpty && access(HomePath.expanded(key), F_OK) == 0 }
}

extension Failure {
  /// The configuration names no server and no folder for an exchange.
  package static let exchangeIsOff = Failure(
    "no exchange is configured; add [exchange] to the configuration, with "
      + "url = \"tls://HOST:4222\" or folder = \"PATH\"")
}
