import Foundation
import InboxCore
import InboxSettings
import InboxTerminal
import InboxText
import InboxUI

/// The user's files, settings and choice of inbox, as the environment gives them.
struct UserEnvironment {
  /// The variables of the process.
  let variables: [String: String]
  /// Where the user's files are.
  private(set) var paths: Paths
  /// The configuration, and what is wrong with it.
  let configuration: TOMLFile<Settings>
  /// The inbox that is meant.
  private(set) var inboxName: InboxName

  /// The settings; defaults where the file says nothing.
  var settings: Settings { configuration.values }

  /// Reads the configuration and settles which inbox is meant.
  ///
  /// The command line wins over `BELLBOARD_INBOX`, which wins over the configuration.
  ///
  /// - Throws: `InboxError.badInboxName`.
  init(
    inboxName: String?, variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.variables = variables
    paths = Paths(environment: variables)
    configuration = TOMLFile(at: paths.configuration, by: Settings.table)
    let variable = variables["BELLBOARD_INBOX"].flatMap { $0.isEmpty ? nil : $0 }
    self.inboxName = try InboxName(inboxName ?? variable ?? configuration.values.inbox)
  }

  /// The folder of a demonstration's inbox, which nothing of the configuration limits.
  private var demoFolder: String?

  /// The same with an inbox in a folder of its own, as a demonstration has it.
  func demonstrating(in folder: String) -> UserEnvironment {
    var environment = self
    environment.demoFolder = folder
    environment.paths.inboxes = folder
    return environment
  }

  /// The same with the configuration as it is by now.
  ///
  /// - Throws: `InboxError.badInboxName`.
  func reloaded() throws -> UserEnvironment {
    let fresh = try UserEnvironment(inboxName: inboxName.description, variables: variables)
    return demoFolder.map(fresh.demonstrating) ?? fresh
  }

  /// The same, on another inbox.
  func turning(to name: InboxName) -> UserEnvironment {
    var environment = self
    environment.inboxName = name
    return environment
  }

  /// The folder of the inbox that is meant.
  var folder: String { paths.folder(of: inboxName) }

  /// Opens the inbox, making it when it is not there.
  ///
  /// - Throws: `InboxError`.
  func open(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try Inbox.open(folder: folder, configuration: inboxConfiguration(durability))
  }

  /// How the inbox behaves, as the settings say; a demonstration may hold any number.
  func inboxConfiguration(_ durability: InboxConfiguration.Durability) -> InboxConfiguration {
    InboxConfiguration(
      maximumCount: demoFolder == nil ? settings.maximumNotifications : 0, durability: durability)
  }
}

extension Inbox {
  /// Closes at the end of a command, when there is nobody left to tell of a failure.
  func closeQuietly() {
    try? close()
  }
}

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

extension UserEnvironment {
  /// The user's inboxes; one that does not exist is not made by looking at it.
  var catalog: InboxCatalog {
    InboxCatalog(
      names: { paths.inboxNames.map(\.description) },
      open: { text in
        let name = try InboxName(text)
        guard paths.inboxNames.contains(name) else {
          throw UnknownInbox(name: name, among: paths)
        }
        return try turning(to: name).open(durability: .normal)
      })
  }
}

/// A good name that no inbox has.
struct UnknownInbox: Reportable {
  let name: InboxName
  let nearest: String?

  /// Finds the inbox that may have been meant.
  init(name: InboxName, among paths: Paths) {
    self.name = name
    nearest = NearestName.nearest(
      to: name.description, in: paths.inboxNames.map(\.description))
  }

  var report: String {
    let hint =
      nearest.map { "did you mean '\($0)'?" }
      ?? "'bellboard push --inbox \(name) …' makes it, 'bellboard inboxes' lists those there are"
    return "there is no inbox '\(name)'; \(hint)"
  }
}
