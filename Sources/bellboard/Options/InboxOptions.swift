import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxSettings

/// The options that name the inbox of a command.
struct InboxOptions: ParsableArguments {
  @Option(
    name: .long,
    help: "Name of the inbox, or a path to it. (default: $BELLBOARD_INBOX, else 'default')",
    completion: .inboxNames)
  var inbox: String?

  /// The options as a parser leaves them, without one.
  static func plain(inbox: String?) -> InboxOptions {
    var options = InboxOptions()
    options.inbox = inbox
    return options
  }

  /// The user's files and settings, read once.
  ///
  /// A configuration that cannot be read is told: it may have named another inbox.
  func environment() throws -> UserEnvironment {
    let environment = try UserEnvironment(inboxName: inbox)
    if environment.file.isUnreadable {
      StandardError.printErrors(environment.file.messages)
      StandardError.printError("the configuration is not used until this is fixed")
    }
    return environment
  }

  /// Opens the inbox, making it when it is not there.
  func open() throws -> Inbox {
    try environment().open()
  }

  /// Opens the inbox to look at it or to act on it; a mistyped name makes none.
  func openExisting(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try environment().openExisting(durability: durability)
  }

  /// Opens the inbox to follow it; a mistyped name makes none.
  func openFollowing() throws -> Inbox {
    try environment().openFollowing()
  }
}

extension Inbox {
  /// The one message that a reference names; says so when there is none, or several.
  ///
  /// - Throws: `ExitCode.nothingMatched`, `InboxError`.
  func number(named reference: String) throws -> MessageNumber {
    let resolution = try resolve([reference])
    if let number = resolution.numbers.first { return number }
    ErrorText.problems(of: resolution).forEach(StandardError.printError)
    throw ExitCode.nothingMatched
  }
}
