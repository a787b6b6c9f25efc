import Foundation
import GRDB

/// The rules of one push: what they make of its payloads, and the programs to start once it is
/// stored.
struct RuleIntake {
  private let rules: [Rule]
  private let now: Date
  /// The programs, by the message that they get.
  private var programs: [MessageNumber: [RuleProgram]] = [:]

  init(_ rules: [Rule], at now: Date) {
    self.rules = rules
    self.now = now
  }

  /// Asks the rules about a payload: as the message that it makes, or makes of a known one.
  func verdict(on payload: Payload, from source: String, known: Message?) -> RuleVerdict {
    guard !rules.isEmpty else { return RuleVerdict(payload: payload) }
    var message = known ?? payload.makeMessage(id: "", source: source, at: now)
    payload.write(to: &message)
    return RuleVerdict(on: payload, as: message, by: rules, at: now)
  }

  /// Notes programs for a record that was stored; each gets a message of one push once.
  mutating func note(_ programs: [RuleProgram], for result: PushOutcome.RecordResult) {
    guard !programs.isEmpty else { return }
    switch result {
    case .inserted(let number, _), .merged(let number, _):
      let known = self.programs[number, default: []]
      self.programs[number] = known + programs.filter { !known.contains($0) }
    case .ignored, .refused: break
    }
  }

  /// The programs to start, each with its message as it is stored.
  func programCalls(in database: Database) throws -> [RuleProgramCall] {
    try programs.sorted { $0.key < $1.key }.flatMap { number, programs -> [RuleProgramCall] in
      guard let message = try database.message(number) else { return [] }
      return programs.map { RuleProgramCall(program: $0, messages: [message]) }
    }
  }
}
