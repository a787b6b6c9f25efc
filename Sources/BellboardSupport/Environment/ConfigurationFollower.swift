package import InboxCore
import InboxSettings
import InboxSystem

/// Applies saved changes of the configuration and the mutes to an open inbox, in long-running
/// programs.
package struct ConfigurationFollower {
  private let environment: UserEnvironment
  private var statuses: [FileStatus?]

  /// Starts with the configuration that the inbox was opened with.
  package init(_ environment: UserEnvironment) {
    self.environment = environment
    statuses = Self.statuses(of: environment)
  }

  /// Applies rules and limits after a save; an unreadable file changes nothing.
  package mutating func apply(to inbox: Inbox) {
    let statuses = Self.statuses(of: environment)
    guard statuses != self.statuses else { return }
    self.statuses = statuses
    guard let fresh = try? environment.reloaded(), !fresh.file.isUnreadable,
      !fresh.mutes.isUnreadable
    else { return }
    inbox.update(configuration: fresh.inboxConfiguration(.full))
  }

  private static func statuses(of environment: UserEnvironment) -> [FileStatus?] {
    [environment.paths.configuration, environment.paths.mutes].map { FileStatus(path: $0) }
  }
}
