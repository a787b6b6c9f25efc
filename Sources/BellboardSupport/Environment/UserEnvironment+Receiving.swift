package import InboxSettings
package import InboxTOML

extension UserEnvironment {
  /// What the configuration says of the sources.
  package var receiving: TOMLFile<ReceivingSettings> { file.read(by: ReceivingSettings.table) }

  /// What keeps sources from working although nothing is wrong with the file itself.
  package var sourceErrors: [TOMLError] {
    ReceivingCheck.errors(of: receiving, path: variables["PATH"])
  }

  /// All that is wrong with what the daemon reads, one line each, in the order of the file.
  package var daemonMessages: [String] {
    let own = file.errors
    let errors = own + receiving.errors.filter { !own.contains($0) } + sourceErrors
    let sorted = errors.enumerated().sorted { first, second in
      let lines = (first.element.position?.line ?? 0, second.element.position?.line ?? 0)
      return lines.0 == lines.1 ? first.offset < second.offset : lines.0 < lines.1
    }
    return sorted.map(\.element.description) + mutes.messages
  }
}
