import ArgumentParser
import Foundation
import InboxCore
import InboxTerminal

/// `bellboard go`.
struct Go: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take a screen to a message or a thread.",
    discussion: """
      The open screen that was used last goes there. When none does within half a second, a screen \
      opens here; without a terminal the command fails.
      """)
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "The message: @number, id, or the beginning of one.")
  var id: String?

  @Option(name: .long, help: "The thread, in the place of a message.")
  var thread: String?

  func validate() throws {
    guard (id == nil) != (thread == nil) else {
      throw ValidationError(
        id == nil
          ? "Say where to go: a message's id, or --thread."
          : "Say either a message's id or --thread, not both.")
    }
  }

  func run() throws {
    try reporting { output in
      let environment = try inbox.environment()
      let inbox = try environment.open()
      let link: DeepLink
      let isTaken: Bool
      do {
        defer { inbox.closeQuietly() }
        link = try self.link(in: inbox)
        isTaken = try DeepLinkWait(inbox: inbox).isTaken(link)
      }
      if isTaken { return try output.line("1") }
      guard StandardInput.isTerminal, isatty(STDOUT_FILENO) == 1 else {
        StandardError.complain(
          "no screen is open to go there, and here is no terminal to open one in")
        throw ExitCode.failed
      }
      let screen = Screen(environment: environment, choice: ScreenChoice(link: link))
      let status = try screen.run(signals: SignalPipe())
      if status != 0 { throw ExitCode(status) }
    }
  }

  private func link(in inbox: Inbox) throws -> DeepLink {
    guard let id else { return .thread(thread ?? "") }
    let resolution = try inbox.resolve([id])
    if let number = resolution.numbers.first { return .message(number) }
    ErrorText.problems(of: resolution).forEach(StandardError.complain)
    throw ExitCode.failed
  }
}

/// Sends a deep link and waits for a screen that takes it.
private struct DeepLinkWait {
  /// How long a running screen has to take a link, in seconds.
  private static let limit = 0.5

  let inbox: Inbox

  /// Whether a screen went there; when none did, none will any more.
  func isTaken(_ link: DeepLink) throws -> Bool {
    let watch = try inbox.watch(after: inbox.lastSequence())
    let request = try inbox.go(to: link, at: Date())
    let deadline = ContinuousClock.now + .seconds(Self.limit)
    while ContinuousClock.now < deadline {
      if try inbox.isTaken(request) { return true }
      wait(for: watch, until: deadline)
      _ = try watch.take()
    }
    return try !inbox.withdraw(request, at: Date())
  }

  private func wait(for watch: InboxWatch, until deadline: ContinuousClock.Instant) {
    let left = (deadline - .now) / .seconds(1)
    let seconds = max(min(left, watch.retryDelay ?? left), 0)
    var waiting = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&waiting, 1, Int32((seconds * 1_000).rounded(.up)))
  }
}
