import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxTerminal
import InboxText
import InboxUI

struct Open: ReportingCommand {
  static let name = "open"
  static let abstract = "Open the link, page or thread of messages, and mark opened ones read."
  static let discussion = """
    A link is opened by the program that the configuration or $BROWSER names, else by the \
    system's opener; a web page is shown by a text browser. Links with schemes that are not in \
    link_schemes of the configuration are refused unless --any-scheme is given. A message of a \
    thread shows the thread on the open screen, as 'go --thread' does; a message that opens \
    nothing else is printed. More than open_limit messages need a confirmation. Messages that \
    could not be opened are not changed.
    """
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: SelectionOptions
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false
  @Option(help: "Choose the action of this label or id instead of opening the message.")
  var action: String?
  @Option(help: "Open the attachment with this number, from 1, instead of the message.")
  var attachment: Int?
  @Flag(help: "Open links with any scheme, such as ssh.")
  var anyScheme = false
  @Flag(help: "Let the actions of the message's source send requests and run commands from now on.")
  var allowActions = false

  func run(to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let result = try open(in: environment, printingTo: output)
    if let link = result.link {
      try output.flush()
      try ScreenSession.open(at: link, in: environment)
    }
    try result.outcome.report(
      to: output, saying: output.isTerminal ? sentence(result.outcome) : nil,
      problems: result.problems)
  }

  /// The result as a sentence for people.
  private func sentence(_ outcome: ChangeOutcome) -> String {
    guard outcome.changedCount > 0 else { return "Nothing opened" }
    let messages = MessageCount.text(outcome.changedCount)
    return action.map { "Chose '\($0.printable())' of \(messages)" } ?? "Opened \(messages)"
  }

  /// Opens messages: the counts, the errors, and a link for a new screen here.
  private func open(
    in environment: UserEnvironment, printingTo output: StandardOutput
  ) throws -> (outcome: ChangeOutcome, problems: [String], link: DeepLink?) {
    let inbox = try environment.openExisting()
    defer { inbox.closeQuietly() }
    let resolved = try messages.selection(in: inbox, among: .all, at: Date())
    let preferences = environment.settings.preferences
    try confirm(try resolved.selection.count(in: inbox), limit: preferences.openLimit)
    let found = try taps(of: resolved.selection, in: inbox)
    var opening = CommandOpening(
      inbox: inbox, environment: environment, output: output,
      styled: StyledMessage(for: output, in: environment, at: Date()), preferences: preferences,
      allowsAnyScheme: anyScheme, allowsActions: allowActions)
    let done: [MessageNumber]
    if let action {
      done = opening.choose(action, of: found.map(\.number))
    } else {
      done = try opening.open(found)
      if !done.isEmpty { _ = try inbox.perform(.open(.command), on: .numbers(done)) }
    }
    opening.notes.forEach(StandardError.printError)
    let outcome = ChangeOutcome(
      changedCount: done.count, unchangedCount: found.count - done.count)
    return (outcome, resolved.problems + opening.problems, opening.link)
  }

  /// The tap to perform for each message: its own, or that of one of its attachments.
  private func taps(of selection: MessageSelection, in inbox: Inbox) throws -> [Tap] {
    guard let attachment else {
      return try selection.messages(in: inbox) { Tap(number: $0.number, behavior: $0.tap) }
    }
    let files = inbox.attachments
    let numbers = try selection.messages(in: inbox) { $0.number }
    return try inbox.messages(numbers).map { message in
      let file = try message.withFiles(in: files).attachment(attachment)
      return Tap(number: message.number, behavior: .url(file.url))
    }
  }

  private func confirm(_ count: Int, limit: Int) throws {
    guard count > limit, !yes else { return }
    try StandardInput.confirm(
      "Open \(count) messages?",
      elsewhere: "this would open \(count) messages; use --yes to confirm",
      orThrow: ExitCode.failed)
  }
}
