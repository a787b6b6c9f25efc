import Foundation
import InboxCore
package import InboxSettings
import InboxSystem
import InboxText
import Logging

/// Runs a program and stores what it prints, a message for each line.
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
  /// Tells that the source waits for its next turn, and what went wrong in the last one.
  fileprivate func isWaiting(_ seconds: TimeInterval, after problem: String?) {
    if let problem { log.warning("\(problem)") }
    board.update(name) { state, now in
      state.enter(.waiting)
      state.note(problem, at: now)
      state.nextTry = now + seconds
    }
  }
}

/// What became of one run of a program.
struct CommandOutcome: Sendable, Hashable {
  /// A kind of output of which too much came.
  enum Flood: String, CaseIterable {
    case lines = "held back, because too many lines come"
    case waste = "held back, because too much comes that is no line"
    case standardError = "held back, because too much comes on its standard error"
  }

  /// How it ended.
  var status = ExitStatus.exited(0)
  /// Lines that are no payload, or too long.
  var badCount = 0
  /// What was wrong with the first of them.
  var firstProblem: String?
  /// Why no more of its output is read for now.
  var heldBack: Set<Flood> = []
  /// Lines that still waited when the program had to end.
  var droppedCount = 0
  /// Whether it took too long and was ended.
  var wasEnded = false

  /// What went wrong, in words; nil when nothing did.
  func problem(of settings: CommandSettings) -> String? {
    let program = settings.command[0].printable()
    var parts = complaints
    if wasEnded { parts.insert("\(program) took longer than \(Int(settings.timeout)) s", at: 0) }
    if !wasEnded, !status.isSuccess { parts.insert("\(program) \(status.words)", at: 0) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// How a program ended that is to run on, in words.
  func end(of settings: CommandSettings) -> String {
    (["\(settings.command[0].printable()) \(status.words)"] + complaints).joined(separator: "; ")
  }

  /// What was wrong with its output.
  private var complaints: [String] {
    var parts: [String] = []
    if let firstProblem { parts.append("\(badCount) bad lines; the first: \(firstProblem)") }
    parts += Flood.allCases.filter(heldBack.contains).map(\.rawValue)
    if droppedCount > 0 { parts.append("\(droppedCount) lines dropped, because too many came") }
    return parts
  }
}
