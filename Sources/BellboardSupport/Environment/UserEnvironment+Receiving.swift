import InboxCore
package import InboxSettings
import InboxSystem
package import InboxTOML

extension UserEnvironment {
  /// What the configuration says of the sources.
  package var receiving: TOMLFile<ReceivingSettings> { file.read(by: ReceivingSettings.table) }

  /// What keeps sources and rules from working although nothing is wrong with the file itself.
  package var usageErrors: [TOMLError] {
    ReceivingCheck.errors(of: receiving, path: variables["PATH"]) + ruleErrors
  }

  /// The programs of rules that are not there; none before the file's own mistakes are mended.
  private var ruleErrors: [TOMLError] {
    guard file.errors.isEmpty else { return [] }
    let search = ProgramSearch(path: variables["PATH"])
    return file.values.rules.enumerated().flatMap { index, rule -> [TOMLError] in
      let commands = [("run", rule.actions.program), ("on_read", rule.actions.readProgram)]
      return commands.compactMap { key, words -> TOMLError? in
        guard let name = words.first, !search.finds(name) else { return nil }
        let place = TOMLPath("rules").appending(index: index).appending(key: key)
        return file.error(.unusable("there is no program \(name)"), at: place)
      }
    }
  }

  /// All that is wrong with what the daemon reads, one line each, in the order of the file.
  package var daemonMessages: [String] {
    let own = file.errors
    let errors = own + receiving.errors.filter { !own.contains($0) } + usageErrors
    let sorted = errors.enumerated().sorted { first, second in
      let lines = (first.element.position?.line ?? 0, second.element.position?.line ?? 0)
      return lines.0 == lines.1 ? first.offset < second.offset : lines.0 < lines.1
    }
    return sorted.map(\.element.description) + mutes.messages
  }
}
