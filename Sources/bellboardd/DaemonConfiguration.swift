import ArgumentParser
import BellboardSupport
import InboxCore
import InboxSettings
import InboxSources
import InboxSystem
import Logging

/// Applies the configuration to a daemon that runs, and tells what is wrong with it.
struct DaemonConfiguration {
  let inbox: Inbox
  let supervisor: SourceSupervisor
  let board: SourceBoard
  let readPrograms: ReadPrograms
  /// The sockets that systemd has opened.
  let sockets: [InheritedSocket]
  let log: Logger

  /// Applies a configuration.
  ///
  /// A source with a mistake in it is left out. One that cannot be read changes nothing, for half of it
  /// might mean something else.
  ///
  /// - Parameters:
  ///   - environment: The configuration as it was read.
  ///   - retryingFailed: Whether sources that wait for their next try are tried at once.
  /// - Throws: `InboxError` when the inbox cannot be observed.
  func apply(_ environment: UserEnvironment, retryingFailed: Bool = false) async throws {
    var problems = environment.file.messages + environment.mutes.messages
    defer { report(problems) }
    let isFirst = await supervisor.sources((any NotificationSource).self).isEmpty
    guard !environment.file.isUnreadable else {
      let consequence =
        isFirst ? "nothing is received until the configuration can be read" : "the old one goes on"
      problems[0] = "\(consequence): \(problems[0])"
      return
    }
    inbox.update(configuration: environment.inboxConfiguration(.full))
    try readPrograms.update(environment.rules)
    let file = environment.receiving
    var mistakes = file.mistakes
    var sources: [any NotificationSource] = []
    if let index = mistakes.firstIndex(where: { $0.part == "http" }) {
      // What was open stays as it was: it opens no wider, and no sender is turned away meanwhile.
      sources = await supervisor.sources(HTTPSource.self)
      if !sources.isEmpty {
        problems.append("HTTP goes on as before: \(mistakes.remove(at: index).message)")
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
      sources += DesktopAlerts.sources(file.values, by: environment.alertPolicy, as: .daemon)
    }
    await supervisor.run(sources + mistakes.map(RefusedSource.init), retryingFailed: retryingFailed)
  }

  /// Logs problems, and reports them beside the sources.
  private func report(_ problems: [String]) {
    for problem in problems { log.error("\(problem)") }
    let more = problems.count > 1 ? "; \(problems.count - 1) more in the daemon's log" : ""
    board.report(problems.first.map { $0 + more }, of: "configuration")
  }
}

extension DesktopProgram {
  /// This daemon.
  static let daemon = DesktopProgram(
    name: "Bellboard", version: BellboardDaemon.configuration.version)
}
