import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem

/// Sends a deep link and waits for an open screen to claim it.
struct DeepLinkWait {
  /// Timeout for an open screen to claim a link, in seconds.
  private static let limit = 0.5

  let inbox: Inbox

  /// Sends the link and returns whether a screen claimed it; if none did, none can any more.
  func isTaken(_ link: DeepLink) throws -> Bool {
    let watch = try inbox.watch(after: inbox.lastSequence())
    let request = try inbox.request(link)
    let deadline = ContinuousClock.now + .seconds(Self.limit)
    while ContinuousClock.now < deadline {
      if try inbox.isClaimed(request) { return true }
      wait(for: watch, until: deadline)
      _ = try watch.take()
    }
    return try !inbox.withdraw(request)
  }

  private func wait(for watch: InboxWatch, until deadline: ContinuousClock.Instant) {
    let left = (deadline - .now) / .seconds(1)
    Descriptors.wait(
      for: [.readable(watch.fileDescriptor)], atMost: min(left, watch.retryDelay ?? left))
  }
}

extension ScreenSession {
  /// Whether a screen can be opened in this terminal.
  static var canOpenHere: Bool { StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1 }

  /// Opens a screen in this terminal, at a message or thread.
  ///
  /// - Throws: `ExitCode` if the screen ends with an error; any error that keeps it from opening.
  static func open(at link: DeepLink, in environment: UserEnvironment) throws {
    let screen = ScreenSession(environment: environment, choice: ScreenChoice(link: link))
    let status = try screen.run(signals: SignalSource.screen())
    if status != 0 { throw ExitCode(status) }
  }
}
