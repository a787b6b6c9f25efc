import InboxCore
package import InboxSettings
package import InboxSystem
package import InboxTOML

extension UserEnvironment {
  /// The settings of the sources.
  package var receiving: TOMLFile<ReceivingSettings> { file.read(by: ReceivingSettings.table) }

  /// The errors of sources and rules in a valid file, such as missing programs.
  package var usageErrors: [TOMLError] {
    ReceivingCheck.errors(of: receiving, path: variables["PATH"])
      + file.ruleErrors(finding: ProgramSearch(path: variables["PATH"]))
  }

  /// All errors of the daemon's configuration, one per line, in the order of the file.
  package var daemonMessages: [String] {
    let errors = file.errors + receiving.errors.filter { !file.errors.contains($0) } + usageErrors
    return errors.inOrder.map(\.description) + mutes.messages
  }
}

extension TOMLFile<StoreSettings> {
  /// The rules that would hide every message, that match none, and whose programs a search does not find.
  ///
  /// What earlier rules let pass by `stop` is not hidden.
  package func ruleErrors(finding programs: ProgramSearch? = nil) -> [TOMLError] {
    let rules = Array(zip(indices(of: "rules"), values.rules))
    let stop = rules.first { $0.1.actions.stops }?.0 ?? .max
    return rules.flatMap { index, rule -> [TOMLError] in
      let (actions, place) = (rule.actions, TOMLPath("rules").appending(index: index))
      var reasons: [(key: String, reason: String)] = []
      let called = [actions.program, actions.readProgram, actions.escalation?.program ?? []]
      for (key, words) in zip(["run", "on_read", "escalate"], called) {
        guard let name = words.first, programs?.finds(name) == false else { continue }
        reasons.append((key, "there is no program \(name)"))
      }
      if index <= stop, let key = rule.hidingKey {
        reasons.append((key, "it would hide every new message; add a filter: \"source:ci\""))
      }
      if let word = rule.missedWord {
        let needs = "ask for what a message has as it arrives, such as source:ci or priority>=high"
        reasons.append(("filter", "no new message is '\(word)', so nothing matches; \(needs)"))
      }
      return reasons.map { error(.unusable($0.reason), at: place.appending(key: $0.key)) }
    }
  }
}
