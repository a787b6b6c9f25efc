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

extension InteractionState {
  /// Notes the runs that are begun for the messages of a chain's program.
  mutating func chainBegins(_ purpose: FetchPurpose, with effects: [Effect]) {
    guard chainedProgram?.purpose == purpose else { return }
    chainedProgram?.begin(effects.count { if case .host(.launch) = $0 { true } else { false } })
    endChain()
  }

  /// Notes that a run has ended, which may be one of a chain's program.
  mutating func chainRunEnded(_ launch: Launch) {
    guard launch.isRun else { return }
    chainedProgram?.endRun()
    endChain()
  }

  private mutating func endChain() {
    if chainedProgram?.hasEnded == true { chainedProgram = nil }
  }

  /// Drops the other commands of a chain after its program, or the read for it, has failed.
  ///
  /// - Returns: The commands that were dropped; none where the failure is of something else.
  mutating func failChain(by effect: Effect) -> [KeyBinding] {
    guard let program = chainedProgram else { return [] }
    switch effect {
    case .fetch(let request) where request.purpose == program.purpose: break
    case .host(.launch(let launch)) where launch.isRun: break
    default: return []
    }
    chainedProgram = nil
    return typeAhead.dropSteps()
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
