import Foundation
import InboxSystem
package import InboxCore
package import InboxSettings
import InboxText

/// The user's files, settings and choice of inbox.
package struct UserEnvironment: Sendable {
  /// The variables of the process.
  package let variables: [String: String]
  /// The paths of the user's files.
  package private(set) var paths: Paths
  /// The configuration; each program reads its own rows.
  package let file: TOMLFile<StoreSettings>
  /// The mutes made by commands.
  package let mutes: TOMLFile<MuteFile.Content>
  /// The chosen inbox.
  package private(set) var inbox: InboxPlace

  /// The folder of a demo's inbox, to which the configured limits do not apply.
  private var demoFolder: String?

  /// Reads the configuration and chooses the inbox.
  ///
  /// The command line takes precedence over `BELLBOARD_INBOX`, and that over the configuration.
  ///
  /// - Parameters:
  ///   - inboxName: The name or path on the command line; nil for none.
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

  /// The environment with a demo's inbox in its own folder.
  package func demonstrating(in folder: String) -> UserEnvironment {
    var environment = self
    environment.demoFolder = folder
    environment.paths.inboxes = folder
    return environment
  }

  /// Whether it shows the inbox of a demo.
  package var isDemo: Bool { demoFolder != nil }

  /// The environment with the current configuration.
  ///
  /// - Throws: `InboxError.badInboxName`.
  package func reloaded() throws -> UserEnvironment {
    let fresh = try UserEnvironment(inboxName: inbox.description, variables: variables)
    return demoFolder.map(fresh.demonstrating) ?? fresh
  }

  /// The environment with another inbox.
  package func selecting(_ inbox: InboxPlace) -> UserEnvironment {
    var environment = self
    environment.inbox = inbox
    return environment
  }

  /// The folder of the chosen inbox.
  package var folder: String { paths.folder(of: inbox) }

  /// Opens the inbox, and creates it if needed.
  ///
  /// - Throws: `InboxError`.
  package func open(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try Inbox.open(folder: folder, configuration: inboxConfiguration(durability))
  }

  /// Opens the inbox with one connection for a short-lived writer, and creates it if needed.
  ///
  /// - Throws: `InboxError`.
  package func openStoring() throws -> Inbox {
    var configuration = inboxConfiguration(.full)
    configuration.usesOneConnection = true
    return try Inbox.open(folder: folder, configuration: configuration)
  }

  /// The inbox configuration of the settings; a demo may have any number of messages.
  package func inboxConfiguration(_ durability: InboxConfiguration.Durability) -> InboxConfiguration
  {
    var configuration = InboxConfiguration(
      maximumCount: demoFolder == nil ? file.values.maximumNotifications : 0, durability: durability
    )
    configuration.foldRepeats = file.values.foldRepeats
    configuration.attachmentLimits = file.values.attachmentLimits
    guard demoFolder == nil else { return configuration }
    configuration.rules = rules
    configuration.retentions = file.values.retentions
    configuration.expectations = file.values.expectations
    configuration.commands = { receiving.values.actions.commands }
    configuration.startPrograms = { ProgramRunner.shared.start($0) }
    return configuration
  }
}

extension UserEnvironment {
  /// The rules for incoming messages: those of the configuration, then the active mutes.
  package var rules: [Rule] {
    let now = Date()
    return file.values.rules + mutes.values.rules.filter { !$0.hasEnded(at: now) }
  }
}

extension Inbox {
  /// Closes at the end of a command, when a failure cannot be reported any more.
  package func closeQuietly() {
    try? closeAtEnd()
  }
}

extension UserEnvironment {
  /// Opens an existing inbox, to read it or to act on it.
  ///
  /// The default inbox counts as empty until it is created.
  ///
  /// - Throws: `UnknownInboxError`, `InboxError`.
  package func openExisting(durability: InboxConfiguration.Durability = .full) throws -> Inbox {
    try checkInbox()
    return try isMade
      ? open(durability: durability) : .inMemory(configuration: inboxConfiguration(durability))
  }

  /// Opens the inbox again beside a screen that shows it; a removed one is not created again.
  ///
  /// - Throws: `InboxError.cannotAccess` if it was removed, `InboxError`.
  package func reopen() throws -> Inbox {
    guard isMade else {
      throw InboxError.cannotAccess(path: folder + "/" + Inbox.fileName, reason: .gone)
    }
    return try open(durability: .normal)
  }

  /// Opens the inbox to observe it; the default one is created, so that its first message is seen.
  ///
  /// - Throws: `UnknownInboxError`, `InboxError`.
  package func openFollowing() throws -> Inbox {
    try checkInbox()
    return try open(durability: .normal)
  }

  /// Checks that the name or path is an existing inbox or the default one, to catch typos.
  ///
  /// - Throws: `UnknownInboxError`.
  package func checkInbox() throws {
    let usual = [InboxName.default.description, file.values.inbox]
    guard isMade || usual.contains(inbox.description) else {
      throw UnknownInboxError(inbox, among: paths)
    }
  }

  /// Whether the inbox exists, or something else in its place.
  package var isMade: Bool {
    access(folder + "/" + Inbox.fileName, F_OK) == 0 || errno != ENOENT
  }
}

/// The error for a valid name or path without an inbox.
package struct UnknownInboxError: Reportable {
  private let inbox: InboxPlace
  private let nearest: String?

  /// Finds the most similar inbox.
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
        + "'bellboard push --inbox \(argument) …' creates it"
    case .named(let name):
      let hint =
        nearest.map { "did you mean '\($0)'?" }
        ?? "'bellboard push --inbox \(name) …' creates it; "
        + "'bellboard inboxes' lists the existing ones"
      return "there is no inbox '\(name)'; \(hint)"
    }
  }
}
