import ArgumentParser
import Foundation
import InboxCore
import InboxSettings

/// Which inbox a command works on.
struct InboxOptions: ParsableArguments {
  @Option(
    name: .long, help: "Name of the inbox. (default: $BELLBOARD_INBOX, else 'default')",
    completion: .inboxNames)
  var inbox: String?

  /// The user's files and settings, read once.
  func environment() throws -> UserEnvironment {
    try UserEnvironment(inboxName: inbox)
  }

  /// Opens the inbox.
  func open(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try environment().open(durability: durability)
  }
}
