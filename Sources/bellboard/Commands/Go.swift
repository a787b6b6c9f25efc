import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem

struct Go: ReportingCommand {
  static let name = "go"
  static let abstract = "Show a message or a thread on a screen."
  static let discussion = """
    Uses the open screen that was used last. If none responds within half a second, a screen is \
    opened here; without a terminal the command fails. The exit status is 0 if it was shown, 1 \
    if not, and 3 if there is no such message or thread.
    """
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Message: @number, id, or the start of an id.", completion: .messages)
  var id: String?

  @Option(help: "Thread to show instead of a message.", completion: .threads)
  var thread: String?

  func validate() throws {
    guard (id == nil) != (thread == nil) else {
      throw ValidationError(
        id == nil
          ? "Specify a message's id or --thread."
          : "Specify either a message's id or --thread, not both.")
    }
  }

  func run(to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let inbox = try environment.openExisting()
    let link: DeepLink
    let isTaken: Bool
    do {
      defer { inbox.closeQuietly() }
      link = try self.link(in: inbox)
      isTaken = try inbox.sendToScreen(link)
    }
    if isTaken { return try output.line("1") }
    guard ScreenSession.canOpenHere else {
      throw Failure("no screen is open, and this is not a terminal")
    }
    try ScreenSession.open(at: link, in: environment)
  }

  private func link(in inbox: Inbox) throws -> DeepLink {
    guard let id else { return .thread(thread ?? "") }
    return .message(try inbox.number(named: id))
  }
}

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
