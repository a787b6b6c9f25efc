import Foundation
import InboxCore

/// A program that a chain of commands has started: the next command waits for its end.
struct ChainedProgram: Sendable, Hashable {
  /// What the messages are read for.
  let purpose: FetchPurpose
  /// How many runs have not ended; nil before they were begun.
  private var runCount: Int?

  /// Begins with the messages that are read for it.
  init(_ purpose: FetchPurpose) {
    self.purpose = purpose
  }

  /// Takes in the runs that are begun for the messages.
  mutating func begin(_ count: Int) {
    runCount = runCount ?? count
  }

  /// Takes in that a run has ended.
  mutating func endRun() {
    runCount = max((runCount ?? 1) - 1, 0)
  }

  /// Whether nothing of it is waited for any more.
  var hasEnded: Bool { runCount == 0 }
}

extension UIState {
  /// Notes the runs that are begun for the messages of a chain's program.
  mutating func chainBegins(_ purpose: FetchPurpose, with effects: [Effect]) {
    guard interaction.chainedProgram?.purpose == purpose else { return }
    interaction.chainedProgram?.begin(
      effects.count { if case .host(.launch) = $0 { true } else { false } })
    endChain()
  }

  /// Notes that a run has ended, which may be one of a chain's program.
  mutating func chainRunEnded(_ launch: Launch) {
    guard launch.isRun else { return }
    interaction.chainedProgram?.endRun()
    endChain()
  }

  private mutating func endChain() {
    if interaction.chainedProgram?.hasEnded == true { interaction.chainedProgram = nil }
  }

  /// Leaves the other commands of a chain out after its program, or the read for it, has failed.
  mutating func failChain(by effect: Effect, at now: Date) {
    guard let program = interaction.chainedProgram else { return }
    switch effect {
    case .fetch(let request) where request.purpose == program.purpose: break
    case .host(.launch(let launch)) where launch.isRun: break
    default: return
    }
    interaction.chainedProgram = nil
    let left = interaction.typeAhead.dropSteps()
    guard !left.isEmpty else { return }
    showStatus(.notDone(left.map(\.label), after: status?.content), at: now)
  }
}

extension Launch {
  /// Whether it runs a person's command line.
  fileprivate var isRun: Bool {
    switch self {
    case .run, .pipe: true
    case .open, .browse: false
    }
  }
}
