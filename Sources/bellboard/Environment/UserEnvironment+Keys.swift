import InboxSettings
import InboxUI

extension UserEnvironment {
  /// The keys with the user's changes, and one line for each change that cannot be made.
  var keymap: (keymap: Keymap, problems: [String]) {
    guard !settings.keys.isEmpty else { return (.default, []) }
    var keymap = Keymap.default
    let problems = keymap.apply(settings.keys.map(KeymapEntry.init))
    return (keymap, problems.map { located($0.message, line: $0.entry.line) })
  }

  /// Everything that is wrong with the configuration, one line each, by line.
  var configurationMessages: [String] {
    configuration.messages + keymap.problems
  }

  /// What is wrong with the configuration, where it stands.
  func located(_ message: String, line: Int?) -> String {
    paths.configuration + (line.map { ":\($0)" } ?? "") + ": " + message
  }
}

extension KeymapEntry {
  /// Takes an entry as the configuration has it.
  init(_ entry: KeyBindingEntry) {
    self.init(
      context: entry.context.isEmpty ? nil : entry.context, key: entry.keys,
      command: entry.command, line: entry.line)
  }
}
