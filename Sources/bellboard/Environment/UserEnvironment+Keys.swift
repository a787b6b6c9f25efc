import InboxSettings
import InboxTOML
import InboxUI

extension UserEnvironment {
  /// The keys with the user's changes, and one line for each change that cannot be made.
  var keymap: (keymap: Keymap, problems: [String]) {
    guard !settings.keys.isEmpty else { return (.default, []) }
    var keymap = Keymap.default
    let errors = keymap.apply(settings.keys)
    return (keymap, errors.map { located($0.message, at: $0.entry.position) })
  }

  /// Everything that is wrong with the configuration, one line each.
  var configurationMessages: [String] {
    configuration.messages + keymap.problems
  }

  /// What is wrong with the configuration, where it stands.
  func located(_ message: String, at position: TOMLPosition?) -> String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return paths.configuration + place + ": " + message
  }
}

extension KeymapEntry {
  fileprivate var position: TOMLPosition? {
    line.map { TOMLPosition(line: $0, column: column ?? 1) }
  }
}
