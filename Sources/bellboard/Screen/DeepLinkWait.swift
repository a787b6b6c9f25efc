import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem

extension Inbox {
  /// Timeout for an open screen to claim a link, in seconds.
  private static let linkTimeout = 0.5

  /// Sends a deep link, and returns whether an open screen claimed it; if none did, none can any more.
  func sendToScreen(_ link: DeepLink) throws -> Bool {
    let watch = try watch(after: lastSequence())
    let request = try request(link)
    let deadline = ContinuousClock.now + .seconds(Self.linkTimeout)
    while ContinuousClock.now < deadline {
      if try isClaimed(request) { return true }
      let left = (deadline - .now) / .seconds(1)
      Descriptors.wait(
        for: [.readable(watch.fileDescriptor)], atMost: min(left, watch.retryDelay ?? left))
      _ = try watch.take()
    }
    return try !withdraw(request)
  }
}

extension ScreenSession {
  /// Whether a screen can be opened in this terminal.
  static var canOpenHere: Bool { StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1 }

  /// Opens a screen in this terminal, at a message or thread.
  ///
  /// - Throws: `ExitCode` if the screen ends with an error; any error that keeps it from opening.
  static func open(at link: DeepLink, in environment: UserEnvironment) throws {
    try ScreenSession(environment: environment, choice: ScreenChoice(link: link))
      .run(signals: SignalSource.screen())
  }
}
