import Foundation
import InboxCore
import InboxSettings

extension UserEnvironment {
  /// Opens the inbox to look at it or to act on it, without making one.
  ///
  /// The one that is used when none is named is empty as long as nobody has made it.
  ///
  /// - Throws: `UnknownInbox`, `InboxError`.
  func openExisting(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try checkInboxName()
    return try isMade
      ? open(durability: durability) : .inMemory(configuration: inboxConfiguration(durability))
  }

  /// Opens the inbox to follow it; the usual one is made, so that what comes into it first is seen.
  ///
  /// - Throws: `UnknownInbox`, `InboxError`.
  func openFollowing() throws -> Inbox {
    try checkInboxName()
    return try open(durability: .normal)
  }

  /// Makes sure that the name is not mistyped: it is that of an inbox, or the usual one.
  ///
  /// - Throws: `UnknownInbox`.
  func checkInboxName() throws {
    let usual = [InboxName.default.description, settings.inbox]
    guard isMade || usual.contains(inboxName.description) else {
      throw UnknownInbox(name: inboxName, among: paths)
    }
  }

  /// Whether the inbox is there, or something else that keeps it from being looked at.
  var isMade: Bool {
    access(folder + "/" + Inbox.fileName, F_OK) == 0 || errno != ENOENT
  }
}
