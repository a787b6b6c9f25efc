import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSources
import InboxSystem
import Logging
import ServiceLifecycle
import UnixSignals

/// The service that runs the sources and observes the configuration.
struct Daemon: Service {
  /// The reason to reload the configuration.
  private enum Occasion: Sendable {
    /// The file was saved.
    case saved
    /// A signal requested it.
    case asked
  }

  /// Grace period for programs of rules at the end, in seconds.
  private static let programGrace = 0.5
  /// Grace period for leftover processes at the end, in seconds.
  private static let leftoverGrace = 0.3

  let environment: UserEnvironment
  let inbox: Inbox
  /// The sockets inherited from systemd.
  let sockets: [InheritedSocket]
  let log: Logger

  func run() async throws {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let board = SourceBoard(changed: { change.yield() })
    // Leftovers of a crash are removed first; an unreadable inbox is reported below.
    if let count = try? inbox.sweepLeftAttachments(), count > 0 {
      log.notice("removed what a crash had left: \(count) files")
    }
    let intake = Intake(inbox)
    let supervisor = SourceSupervisor(
      intake: intake, wording: .program, board: board, log: log,
      folder: (environment.paths.daemonState as NSString).deletingLastPathComponent)
    let stateWriter = Task { await writeState(after: changes, of: board) }
    let (occasions, occasion) = AsyncStream.makeStream(
      of: Occasion.self, bufferingPolicy: .bufferingNewest(1))
    // Observed before the files are read, so that no change is missed.
    let watch = ConfigurationWatch(
      paths: [environment.paths.configuration, environment.paths.mutes]
    ) { occasion.yield(.saved) }
    defer { watch?.end() }
    ProgramRunner.shared.report(by: { [log] text in log.warning("\(text)") })
    let readPrograms = ReadPrograms(inbox)
    defer { readPrograms.end() }
    let actions = ActionPerformer(inbox, log: log)
    defer { actions.end() }
    let silences = SilenceTimer(inbox) { [log] in log.error("\(ErrorText.text(forAny: $0))") }
    defer { silences.stop() }
    let configuration = DaemonConfiguration(
      inbox: inbox, supervisor: supervisor, board: board, readPrograms: readPrograms,
      actions: actions, silences: silences, watch: watch, sockets: sockets, log: log)
    try await configuration.apply((try? environment.reloaded()) ?? environment)
    // The state file is written even without sources.
    change.yield()
    await applyChanges(occasions, occasion, configuration)
    log.info("ending")
    await supervisor.stop()
    await intake.drain()
    ProgramRunner.shared.end(within: Self.programGrace)
    ProcessMark.all.end(within: Self.leftoverGrace)
    actions.end()
    change.finish()
    await stateWriter.value
    DaemonStateFile.remove(environment.paths.daemonState)
    inbox.closeQuietly()
  }

  /// Applies the configuration after each save or signal, until the end.
  private func applyChanges(
    _ occasions: AsyncStream<Occasion>, _ occasion: AsyncStream<Occasion>.Continuation,
    _ configuration: DaemonConfiguration
  ) async {
    let signals = Task {
      for await _ in await UnixSignalsSequence(trapping: .sighup) { occasion.yield(.asked) }
    }
    defer { signals.cancel() }
    await withGracefulShutdownHandler {
      await withTaskCancellationHandler {
        for await occasion in occasions { await reload(configuration, occasion) }
      } onCancel: {
        occasion.finish()
      }
    } onGracefulShutdown: {
      occasion.finish()
    }
  }

  private func reload(_ configuration: DaemonConfiguration, _ occasion: Occasion) async {
    do {
      log.info("reading the configuration again")
      try await configuration.apply(environment.reloaded(), retryingFailed: occasion == .asked)
    } catch {
      log.error("\(ErrorText.text(forAny: error))")
    }
  }

  /// Writes the state file after changes of the sources, at most five times a second.
  private func writeState(after changes: AsyncStream<Void>, of board: SourceBoard) async {
    let since = Date()
    let path = environment.paths.daemonState
    var isWritten = true
    for await _ in changes {
      let state = DaemonState(
        process: .current, since: since, inbox: "\(environment.inbox)", sources: board.all)
      do throws(SystemError) {
        try DaemonStateFile.write(state, to: path)
        isWritten = true
      } catch {
        if isWritten { log.error("cannot write \(path): \(error.reason)") }
        isWritten = false
      }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}

extension SourceWording {
  /// The wording of both programs.
  static let program = SourceWording(
    text: { ErrorText.text(forAny: $0) },
    reason: { ErrorText.reason(for: $0) })
}
