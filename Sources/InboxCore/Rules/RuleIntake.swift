import Foundation
import GRDB

/// Applies the rules to the payloads of one push, and collects the programs to start once it is
/// stored.
struct RuleIntake {
  let rules: [Rule]
  let now: Date
  /// The programs, by the message that they receive.
  private(set) var programs: [MessageNumber: [RuleProgram]] = [:]

  /// Applies the rules to a payload, as the message that it creates or updates.
  func verdict(on payload: Payload, from source: String, known: Message?) -> RuleVerdict {
    guard !rules.isEmpty else { return RuleVerdict(payload: payload) }
    var message = known ?? payload.makeMessage(id: "", source: source, at: now)
    payload.write(to: &message)
    return RuleVerdict(on: payload, as: message, by: rules, at: now)
  }

  /// Adds programs for a stored record; each receives a message of one push once.
  mutating func note(_ programs: [RuleProgram], for result: PushOutcome.RecordResult) {
    guard !programs.isEmpty else { return }
    switch result {
    case .inserted(let number, _), .merged(let number, _):
      let known = self.programs[number, default: []]
      self.programs[number] = known + programs.filter { !known.contains($0) }
    case .ignored, .refused: break
    }
  }

  /// The programs to start, with their messages as stored.
  func programCalls(in database: Database) throws -> [RuleProgramCall] {
    try programs.sorted { $0.key < $1.key }.flatMap { number, programs -> [RuleProgramCall] in
      guard let message = try database.message(number) else { return [] }
      return programs.map { RuleProgramCall(program: $0, messages: [message]) }
    }
  }
}
