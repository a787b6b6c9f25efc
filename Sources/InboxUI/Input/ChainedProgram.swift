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
  /// Takes in what the program of a chain is doing; after a failure the chain's other commands are
  /// left out.
  mutating func followChain(
    _ effect: Effect, _ result: EffectResult, to effects: [Effect], at now: Date
  ) {
    guard var program = interaction.chainedProgram else { return }
    let hasFailed = if case .failed = result { true } else { false }
    switch effect {
    case .fetch(_, program.purpose):
      program.begin(effects.count { if case .host(.launch) = $0 { true } else { false } })
    case .host(.launch(.run)), .host(.launch(.pipe)): program.endRun()
    default: return
    }
    interaction.chainedProgram = program.hasEnded || hasFailed ? nil : program
    guard hasFailed else { return }
    let left = interaction.typeAhead.dropSteps()
    guard !left.isEmpty else { return }
    showStatus(.notDone(left.map(\.label), after: status?.content), at: now)
  }
}
