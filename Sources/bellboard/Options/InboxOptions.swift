import ArgumentParser
import BellboardSupport
import InboxCore
import InboxSettings

/// The `--inbox` option of a command.
struct InboxOptions: ParsableArguments {
  @Option(
    help: "Name of the inbox, or a path to it. (default: $BELLBOARD_INBOX, else 'default')",
    completion: .inboxNames)
  var inbox: String?

  /// Creates the options without the parser.
  static func plain(inbox: String?) -> InboxOptions {
    var options = InboxOptions()
    options.inbox = inbox
    return options
  }

  /// The user's files and settings, read once.
  ///
  /// An unreadable configuration is reported, because it may name another inbox.
  func environment() throws -> UserEnvironment {
    let environment = try UserEnvironment(inboxName: inbox)
    if environment.file.isUnreadable {
      StandardError.printErrors(environment.file.messages)
      StandardError.printError("the configuration is not used until this is fixed")
    }
    return environment
  }

  /// Opens an existing inbox; a mistyped name does not create one.
  func openExisting() throws -> Inbox { try environment().openExisting() }
}

extension Inbox {
  /// Resolves a reference to one message; prints an error if it matches none or several.
  ///
  /// - Throws: `ExitCode.nothingMatched`, `InboxError`.
  func number(named reference: String) throws -> MessageNumber {
    let resolution = try resolve([reference])
    if let number = resolution.numbers.first { return number }
    try problems(of: resolution).forEach(StandardError.printError)
    throw ExitCode.nothingMatched
  }
}
