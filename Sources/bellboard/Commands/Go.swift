import ArgumentParser
import BellboardSupport
import InboxCore

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
