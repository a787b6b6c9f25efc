/// A program started by a command chain; the next command of the chain waits for its exit.
struct ChainedProgram: Sendable, Hashable {
  /// The purpose of the fetched messages.
  let purpose: FetchPurpose
  /// The number of running programs; nil before the messages are fetched.
  var runCount: Int?
}

extension InteractionState {
  /// Records the launches for the fetched messages of a chain.
  mutating func chainBegins(_ purpose: FetchPurpose, with effects: [Effect]) {
    guard var program = chainedProgram, program.purpose == purpose else { return }
    let launches = effects.count { if case .host(.launch) = $0 { true } else { false } }
    program.runCount = program.runCount ?? launches
    chainedProgram = program.runCount == 0 ? nil : program
  }

  /// Records the end of a run, if it belongs to the chain.
  mutating func chainRunEnded(_ launch: Launch) {
    guard launch.isRun, var program = chainedProgram else { return }
    program.runCount = max((program.runCount ?? 1) - 1, 0)
    chainedProgram = program.runCount == 0 ? nil : program
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
