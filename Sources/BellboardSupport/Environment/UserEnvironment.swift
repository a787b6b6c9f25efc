import Foundation
import InboxSystem
package import InboxCore
package import InboxSettings
import InboxText

/// The user's files, settings and choice of inbox, as the environment gives them.
package struct UserEnvironment: Sendable {
  /// The variables of the process.
  package let variables: [String: String]
  /// Where the user's files are.
  package private(set) var paths: Paths
  /// The configuration, of which each program reads the rows that it has.
  package let file: TOMLFile<StoreSettings>
  /// What was muted by a command.
  package let mutes: TOMLFile<MuteFile.Content>
  /// The inbox that is meant.
  package private(set) var inbox: InboxPlace

  /// The folder of a demonstration's inbox, which nothing of the configuration limits.
  private var demoFolder: String?

  /// Reads the configuration and settles which inbox is meant.
  ///
  /// The command line wins over `BELLBOARD_INBOX`, which wins over the configuration.
  ///
  /// - Parameters:
  ///   - inboxName: The name or path that the command line gives; nil when it gives none.
  ///   - variables: The variables of the process.
  /// - Throws: `InboxError.badInboxName`.
  package init(
    inboxName: String?, variables: [String: String] = ProcessVariables.all
  ) throws {
    self.variables = variables
    paths = Paths(environment: variables)
    file = TOMLFile(at: paths.configuration, by: StoreSettings.table)
    mutes = MuteFile(path: paths.mutes).content
    let variable = variables["BELLBOARD_INBOX"].flatMap { $0.isEmpty ? nil : $0 }
    inbox = try paths.inbox(inboxName ?? variable ?? file.values.inbox)
  }

  /// The same with an inbox in a folder of its own, as a demonstration has it.
  package func demonstrating(in folder: String) -> UserEnvironment {
    var environment = self
    environment.demoFolder = folder
    environment.paths.inboxes = folder
    return environment
  }

  /// The same with the configuration as it is by now.
  ///
  /// - Throws: `InboxError.badInboxName`.
  package func reloaded() throws -> UserEnvironment {
    let fresh = try UserEnvironment(inboxName: inbox.description, variables: variables)
    return demoFolder.map(fresh.demonstrating) ?? fresh
  }

  /// The same, on another inbox.
  package func selecting(_ inbox: InboxPlace) -> UserEnvironment {
    var environment = self
    environment.inbox = inbox
    return environment
  }

  /// The folder of the inbox that is meant.
  package var folder: String { paths.folder(of: inbox) }

  /// Opens the inbox, making it when it is not there.
  ///
  /// - Throws: `InboxError`.
  package func open(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try Inbox.open(folder: folder, configuration: inboxConfiguration(durability))
  }

  /// Opens the inbox to store something in it and be done, making it when it is not there.
  ///
  /// - Throws: `InboxError`.
  package func openStoring() throws -> Inbox {
    var configuration = inboxConfiguration(.full)
    configuration.usesOneConnection = true
    return try Inbox.open(folder: folder, configuration: configuration)
  }

  /// How the inbox behaves, as the settings say; a demonstration may hold any number.
  package func inboxConfiguration(_ durability: InboxConfiguration.Durability) -> InboxConfiguration
  {
    var configuration = InboxConfiguration(
      maximumCount: demoFolder == nil ? file.values.maximumNotifications : 0, durability: durability
    )
    configuration.foldRepeats = file.values.foldRepeats
    configuration.attachmentLimits = file.values.attachmentLimits
    guard demoFolder == nil else { return configuration }
    configuration.rules = rules
    configuration.startPrograms = { ProgramRunner.shared.start($0) }
    return configuration
  }
}

extension UserEnvironment {
  /// What happens to messages on their way in: the rules of the configuration, then the mutes that
  /// have not ended.
  package var rules: [Rule] {
    let now = Date()
    return file.values.rules + mutes.values.rules.filter { !$0.hasEnded(at: now) }
  }
}

extension Inbox {
  /// Closes at the end of a command, when there is nobody left to tell of a failure.
  package func closeQuietly() {
    try? closeAtEnd()
  }
}

extension UserEnvironment {
  /// Opens the inbox to look at it or to act on it, without making one.
  ///
  /// The one that is used when none is named is empty as long as nobody has made it.
  ///
  /// - Throws: `UnknownInboxError`, `InboxError`.
  package func openExisting(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try checkInbox()
    return try isMade
      ? open(durability: durability) : .inMemory(configuration: inboxConfiguration(durability))
  }

  /// Opens the inbox once more beside a screen that shows it; one that was taken away stays away.
  ///
  /// - Throws: `InboxError.cannotAccess` when it is gone, `InboxError`.
  package func reopen() throws -> Inbox {
    guard isMade else {
      throw InboxError.cannotAccess(path: folder + "/" + Inbox.fileName, reason: .gone)
    }
    return try open(durability: .normal)
  }

  /// Opens the inbox to follow it; the usual one is made, so that what comes into it first is seen.
  ///
  /// - Throws: `UnknownInboxError`, `InboxError`.
  package func openFollowing() throws -> Inbox {
    try checkInbox()
    return try open(durability: .normal)
  }

  /// Makes sure that the name or path is not mistyped: it is that of an inbox, or the usual one.
  ///
  /// - Throws: `UnknownInboxError`.
  package func checkInbox() throws {
    let usual = [InboxName.default.description, file.values.inbox]
    guard isMade || usual.contains(inbox.description) else {
      throw UnknownInboxError(inbox, among: paths)
    }
  }

  /// Whether the inbox is there, or something else that keeps it from being looked at.
  package var isMade: Bool {
    access(folder + "/" + Inbox.fileName, F_OK) == 0 || errno != ENOENT
  }
}

/// An error of an inbox's name or path: it is well formed, and no inbox is there.
package struct UnknownInboxError: Reportable {
  private let inbox: InboxPlace
  private let nearest: String?

  /// Finds the inbox that may have been meant.
  package init(_ inbox: InboxPlace, among paths: Paths) {
    self.inbox = inbox
    nearest =
      if case .named(let name) = inbox {
        NearestName.nearest(to: name.description, in: paths.inboxNames.map(\.description))
      } else {
        nil
      }
  }

  package var report: String {
    switch inbox {
    case .folder(let path):
      let argument = ShellQuoting.word(path.printable())
      return "there is no inbox in \(path.printable()); "
        + "'bellboard push --inbox \(argument) …' makes it"
    case .named(let name):
      let hint =
        nearest.map { "did you mean '\($0)'?" }
        ?? "'bellboard push --inbox \(name) …' makes it, 'bellboard inboxes' lists those there are"
      return "there is no inbox '\(name)'; \(hint)"
    }
  }
}
