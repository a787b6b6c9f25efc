import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSources
import InboxSystem
import Logging

/// Applies the configuration to a running daemon and reports its mistakes.
struct DaemonConfiguration {
  let inbox: Inbox
  let supervisor: SourceSupervisor
  let board: SourceBoard
  let readPrograms: ReadPrograms
  let actions: ActionPerformer
  let silences: SilenceTimer
  /// What watches the files; nil where the system gives no watch.
  let watch: ConfigurationWatch?
  /// The sockets inherited from systemd.
  let sockets: [InheritedSocket]
  let log: Logger

  /// Applies a configuration.
  ///
  /// A source with a mistake is left out. An unreadable configuration changes nothing, because a
  /// part of it could mean something else.
  ///
  /// - Parameters:
  ///   - environment: The configuration.
  ///   - retryingFailed: Whether failed sources are retried at once.
  /// - Throws: `InboxError` when the inbox cannot be observed.
  func apply(_ environment: UserEnvironment, retryingFailed: Bool = false) async throws {
    var problems = environment.file.messages + environment.mutes.messages
    defer { report(problems) }
    let isFirst = await supervisor.sources((any NotificationSource).self).isEmpty
    guard !environment.file.isUnreadable else {
      let consequence =
        isFirst
        ? "nothing is received until the configuration can be read" : "the old one stays in use"
      problems[0] = "\(consequence): \(problems[0])"
      return
    }
    inbox.update(configuration: environment.inboxConfiguration(.full))
    try readPrograms.update(environment.rules)
    silences.restart()
    let file = environment.receiving
    try actions.update(file.values.actions, ntfy: file.values.ntfy)
    // Before the files are read, so that no change is missed.
    watch?.watch(
      [environment.paths.configuration, environment.paths.mutes] + file.values.exchange.files)
    var mistakes = file.mistakes
    var sources: [any NotificationSource] = []
    if let index = mistakes.firstIndex(where: { $0.part == "http" }) {
      // Open listeners keep their settings: access is not widened, and no sender is refused
      // meanwhile.
      sources = await supervisor.sources(HTTPSource.self)
      if !sources.isEmpty {
        problems.append("HTTP keeps its old settings: \(mistakes.remove(at: index).message)")
      }
    } else {
      sources = HTTPSource.sources(
        file.values, inheriting: sockets, keeping: await supervisor.sources(HTTPSource.self))
    }
    if !mistakes.contains(where: { $0.part == "smtp" }) {
      sources += SMTPSource.sources(file.values)
    }
    sources += file.values.ntfy.compactMap(NtfySource.init)
    sources += file.values.ntfy.compactMap(NtfyForward.init)
    sources += file.values.commands.map(CommandSource.init)
    if !mistakes.contains(where: { $0.part == "desktop" }) {
      sources += DesktopSource.sources(file.values, as: .daemon)
      sources += DesktopAlerts.sources(
        file.values, by: environment.alertPolicy, as: .daemon,
        opening: Self.screenCommand(of: environment))
    }
    if !mistakes.contains(where: { $0.part == "exchange" }) {
      sources += ExchangeSource.sources(file.values.exchange, in: environment, of: inbox)
    }
    await supervisor.run(sources + mistakes.map(RefusedSource.init), retryingFailed: retryingFailed)
  }

  /// The command that opens a screen on the daemon's inbox: the program beside this one, else the one
  /// that is found by `PATH`.
  private static func screenCommand(of environment: UserEnvironment) -> [String] {
    let own = (try? ServiceUnits.programPath()) ?? ""
    let beside = (own as NSString).deletingLastPathComponent + "/bellboard"
    let program = access(beside, X_OK) == 0 ? beside : "bellboard"
    return [program, "screen", "--inbox", environment.inbox.description]
  }

  /// Logs problems and adds them to the board.
  private func report(_ problems: [String]) {
    for problem in problems { log.error("\(problem)") }
    let more = problems.count > 1 ? "; \(problems.count - 1) more in the daemon's log" : ""
    board.report(problems.first.map { $0 + more }, of: "configuration")
  }
}

extension DesktopProgram {
  /// This daemon.
  static let daemon = DesktopProgram(
    name: "Bellboard", version: ProgramVersion.number)
}
