import Foundation
package import InboxSettings
import InboxSystem
import InboxText
import Logging

/// Runs a program and stores each line of its output as a message.
package struct CommandSource: NotificationSource {
  private let settings: CommandSettings

  /// Makes a source.
  package init(_ settings: CommandSettings) {
    self.settings = settings
  }

  package var name: String { "command/\(settings.name)" }

  package func run(in context: SourceContext) async throws {
    while true {
      let run = try CommandProcess(settings, in: context)
      context.isRunning(settings.command[0])
      let report = try await withTaskCancellationHandler {
        try await run.output()
      } onCancel: {
        run.cancel()
      }
      try Task.checkCancellation()
      guard let pause = settings.pause else {
        throw SourceError(report.end(of: settings))
      }
      context.isWaiting(pause, after: report.problem(of: settings))
      try await Task.sleep(for: .seconds(pause))
    }
  }
}

extension SourceContext {
  /// Reports that the source waits for its next run, and the problem of the last one.
  fileprivate func isWaiting(_ seconds: TimeInterval, after problem: String?) {
    if let problem { log.warning("\(problem)") }
    board.update(name) { state, now in
      state.phase = .waiting
      state.note(problem, at: now)
      state.nextTry = now + seconds
    }
  }
}

/// The result of one run of a program.
struct CommandOutcome: Sendable, Hashable {
  /// A kind of output that exceeded its limit.
  enum Flood: String, CaseIterable {
    case lines = "paused: too many lines"
    case waste = "paused: too much output that is not a line"
    case standardError = "paused: too much output on standard error"
  }

  /// Its exit status.
  var status = ExitStatus.exited(0)
  /// Number of lines that are invalid or too long.
  var badCount = 0
  /// The problem of the first of them.
  var firstProblem: String?
  /// The reasons why reading is paused.
  var heldBack: Set<Flood> = []
  /// Number of held lines that were dropped at the end.
  var droppedCount = 0
  /// Whether it exceeded its time limit and was ended.
  var wasEnded = false

  /// The description of all problems; nil if there were none.
  func problem(of settings: CommandSettings) -> String? {
    let program = settings.command[0].printable()
    var parts = complaints
    if wasEnded { parts.insert("\(program) took longer than \(Int(settings.timeout)) s", at: 0) }
    if !wasEnded, !status.isSuccess { parts.insert("\(program) \(status.words)", at: 0) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The description of the end of a program that should keep running.
  func end(of settings: CommandSettings) -> String {
    (["\(settings.command[0].printable()) \(status.words)"] + complaints).joined(separator: "; ")
  }

  /// The problems of its output.
  private var complaints: [String] {
    var parts: [String] = []
    if let firstProblem { parts.append("\(badCount) bad lines; the first: \(firstProblem)") }
    parts += Flood.allCases.filter(heldBack.contains).map(\.rawValue)
    if droppedCount > 0 { parts.append("\(droppedCount) lines dropped, because too many came") }
    return parts
  }
}
