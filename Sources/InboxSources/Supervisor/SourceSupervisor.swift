import Foundation
import InboxSettings
package import Logging

/// Runs each source in its own task and restarts it after a pause when it fails.
///
/// A failed source never stops another.
package actor SourceSupervisor {
  /// A source and its task.
  private struct Running {
    var source: AnyHashable
    var task: Task<Void, Never>
  }

  private let intake: Intake
  private let wording: SourceWording
  private let board: SourceBoard
  private let log: Logger
  private let folder: String
  private let pause: @Sendable (Duration) async throws -> Void
  private var running: [String: Running] = [:]

  /// Makes a supervisor without sources.
  ///
  /// - Parameters:
  ///   - intake: The intake for payloads.
  ///   - wording: The wording of errors.
  ///   - board: The board for states.
  ///   - log: The log for failures.
  ///   - folder: The folder for the sources' persistent state.
  ///   - pause: Waits before a retry; throws when the task is cancelled.
  package init(
    intake: Intake, wording: SourceWording, board: SourceBoard, log: Logger, folder: String,
    pausing pause: @escaping @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0)
    }
  ) {
    (self.intake, self.wording, self.board) = (intake, wording, board)
    (self.log, self.folder, self.pause) = (log, folder, pause)
  }

  /// Replaces the running sources: starts new ones, stops removed and changed ones, keeps the
  /// others.
  ///
  /// - Parameters:
  ///   - sources: The sources; the first of each name is used.
  ///   - retryingFailed: Whether failed sources are retried at once.
  package func run(_ sources: [any NotificationSource], retryingFailed: Bool = false) async {
    let wanted = Dictionary(sources.map { ($0.name, AnyHashable($0)) }) { first, _ in first }
    let failed = Set(board.all.filter { $0.phase == .failed }.map(\.name))
    let ended = running.filter { name, running in
      wanted[name] != running.source || retryingFailed && failed.contains(name)
    }
    for (name, _) in ended { running[name] = nil }
    await Self.end(ended.values.map(\.task))
    for name in ended.keys where wanted[name] == nil { board.remove(name) }
    for source in sources where running[source.name] == nil { start(source) }
  }

  /// The running sources of a type.
  package func sources<Source>(_ kind: Source.Type) -> [Source] {
    running.values.compactMap { $0.source.base as? Source }
  }

  /// Stops all sources and waits for their end.
  package func stop() async {
    let tasks = running.values.map(\.task)
    running = [:]
    await Self.end(tasks)
  }

  private static func end(_ tasks: [Task<Void, Never>]) async {
    tasks.forEach { $0.cancel() }
    for task in tasks { await task.value }
  }

  private func start(_ source: some NotificationSource) {
    board.update(source.name) { state, now in
      state.phase = .starting
      state.note(nil, at: now)
      (state.nextTry, state.detail) = (nil, nil)
    }
    var log = log
    log[metadataKey: "source"] = "\(source.name)"
    let context = SourceContext(
      intake: intake, wording: wording, log: log, board: board, name: source.name,
      folder: folder)
    // Detached: only the supervisor may cancel a source.
    let task = Task.detached { [pause] in await Self.keep(source, in: context, pausing: pause) }
    running[source.name] = Running(source: AnyHashable(source), task: task)
  }

  /// Runs a source and retries it until the task is cancelled.
  private static func keep(
    _ source: some NotificationSource, in context: SourceContext,
    pausing pause: @Sendable (Duration) async throws -> Void
  ) async {
    var retry = source.retry
    let clock = ContinuousClock()
    while !Task.isCancelled {
      let start = clock.now
      var reason = "it ended"
      var least = Duration.zero
      do {
        try await source.run(in: context)
      } catch {
        reason = context.wording.text(error)
        if let later = error as? RetryLater { least = later.pause }
      }
      guard !Task.isCancelled else { return }
      let wait = max(least, retry.next(after: clock.now - start, chance: .random(in: 0...1)))
      context.hasFailed(reason, waiting: wait)
      guard (try? await pause(wait)) != nil else { return }
    }
  }
}

extension SourceContext {
  /// Reports the failure and the time of the next retry.
  fileprivate func hasFailed(_ reason: String, waiting pause: Duration) {
    let seconds = pause / .seconds(1)
    log.error("\(reason); next try in \(Int(seconds.rounded(.up))) s")
    board.update(name) { state, now in
      state.fail(reason, at: now)
      (state.detail, state.nextTry) = (nil, now + seconds)
    }
  }
}

/// A failure with a retry delay requested by the server.
struct RetryLater: Error, CustomStringConvertible {
  /// The reason.
  var reason: String
  /// Minimum delay in seconds.
  var seconds: Double

  /// Maximum delay that is respected, in seconds.
  private static let longest = 3_600.0

  /// The minimum delay; zero if the number is not finite.
  var pause: Duration {
    seconds.isFinite ? .seconds(min(max(seconds, 0), Self.longest)) : .zero
  }

  var description: String { reason }
}
