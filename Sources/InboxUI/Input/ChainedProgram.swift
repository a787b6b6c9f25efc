/// A program started by a command chain; the next command of the chain waits for its exit.
struct ChainedProgram: Sendable, Hashable {
  /// The purpose of the fetched messages.
  let purpose: FetchPurpose
  /// The number of running programs; nil before the messages are fetched.
  private var runCount: Int?

  /// Starts with the fetch of the messages.
  init(_ purpose: FetchPurpose) {
    self.purpose = purpose
  }

  /// Sets the number of runs once they are launched.
  mutating func begin(_ count: Int) {
    runCount = runCount ?? count
  }

  /// Counts the end of a run.
  mutating func endRun() {
    runCount = max((runCount ?? 1) - 1, 0)
  }

  /// Whether all runs have ended.
  var hasEnded: Bool { runCount == 0 }
}

extension InteractionState {
  /// Records the launches for the fetched messages of a chain.
  mutating func chainBegins(_ purpose: FetchPurpose, with effects: [Effect]) {
    guard chainedProgram?.purpose == purpose else { return }
    chainedProgram?.begin(effects.count { if case .host(.launch) = $0 { true } else { false } })
    endChain()
  }

  /// Records the end of a run, if it belongs to the chain.
  mutating func chainRunEnded(_ launch: Launch) {
    guard launch.isRun else { return }
    chainedProgram?.endRun()
    endChain()
  }

  private mutating func endChain() {
    if chainedProgram?.hasEnded == true { chainedProgram = nil }
  }

  /// Drops the rest of a chain after its program, or the fetch for it, failed.
  ///
  /// - Returns: The dropped commands; empty if the failure is of another effect.
  mutating func failChain(by effect: Effect) -> [KeyBinding] {
    guard let program = chainedProgram else { return [] }
    if case .host(.launch(let launch)) = effect {
      guard launch.isRun else { return [] }
    } else {
      guard effect.request(FetchMessages.self)?.purpose == program.purpose else { return [] }
    }
    chainedProgram = nil
    return typeAhead.dropSteps()
  }
}

extension Launch {
  /// Whether it runs a shell command.
  fileprivate var isRun: Bool {
    switch self {
    case .run, .pipe: true
    case .open, .browse: false
    }
  }
}
