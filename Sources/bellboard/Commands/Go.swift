import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore

/// `bellboard go`.
struct Go: NamedCommand {
  static let name = "go"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Take a screen to a message or a thread.",
    discussion: """
      The open screen that was used last goes there. When none does within half a second, a screen \
      opens here; without a terminal the command fails. The exit status is 0 when a screen went \
      there, 1 when none did, and 3 when there is no such message or thread.
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
          ? "Specify where to go: a message's id, or --thread."
          : "Specify either a message's id or --thread, not both.")
    }
  }

  func run() throws {
    try reporting { output in
      let environment = try inbox.environment()
      let inbox = try environment.openExisting()
      let link: DeepLink
      let isTaken: Bool
      do {
        defer { inbox.closeQuietly() }
        link = try self.link(in: inbox)
        isTaken = try DeepLinkWait(inbox: inbox).isTaken(link)
      }
      if isTaken { return try output.line("1") }
      guard ScreenSession.canOpenHere else {
        StandardError.printError(
          "no screen is open to go there, and there is no terminal here to open one in")
        throw ExitCode.failed
      }
      try ScreenSession.open(at: link, in: environment)
    }
  }

  private func link(in inbox: Inbox) throws -> DeepLink {
    guard let id else { return .thread(thread ?? "") }
    return .message(try inbox.number(named: id))
  }
}
