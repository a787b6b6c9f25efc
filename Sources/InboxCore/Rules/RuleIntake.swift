import Foundation
import GRDB

/// The rules of one push: what they make of its payloads, and the hooks to start once it is stored.
struct RuleIntake {
  private let rules: [Rule]
  private let now: Date
  /// The hooks, by the message that they get.
  private var hooks: [MessageNumber: [RuleHook]] = [:]

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

  /// Notes hooks for a record that was stored; each gets a message of one push once.
  mutating func note(_ hooks: [RuleHook], for result: PushOutcome.RecordResult) {
    guard !hooks.isEmpty else { return }
    switch result {
    case .inserted(let number, _), .merged(let number, _):
      let known = self.hooks[number, default: []]
      self.hooks[number] = known + hooks.filter { !known.contains($0) }
    case .ignored, .refused: break
    }
  }

  /// The hooks to start, each with its message as it is stored.
  func hookCalls(in database: Database) throws -> [RuleHookCall] {
    try hooks.sorted { $0.key < $1.key }.flatMap { number, hooks -> [RuleHookCall] in
      guard let message = try database.message(number) else { return [] }
      return hooks.map { RuleHookCall(hook: $0, messages: [message]) }
    }
  }
}
