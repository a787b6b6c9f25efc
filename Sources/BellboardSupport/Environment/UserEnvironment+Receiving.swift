import InboxCore
package import InboxSettings
import InboxSystem
package import InboxTOML

extension UserEnvironment {
  /// The settings of the sources.
  package var receiving: TOMLFile<ReceivingSettings> { file.read(by: ReceivingSettings.table) }

  /// The errors of sources and rules in a valid file, such as missing programs.
  package var usageErrors: [TOMLError] {
    ReceivingCheck.errors(of: receiving, path: variables["PATH"]) + ruleErrors
  }

  /// The errors for missing programs of rules; none while the file itself has errors.
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

  /// All errors of the daemon's configuration, one per line, in the order of the file.
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
