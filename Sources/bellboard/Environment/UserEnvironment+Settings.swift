import BellboardSupport
import InboxCore
import InboxSettings
import InboxSystem
import InboxTOML
import InboxTerminal
import InboxText
import InboxUI

extension UserEnvironment {
  /// The configuration as this program reads it, and what is wrong with it.
  var configuration: TOMLFile<Settings> { file.read(by: Settings.table) }

  /// The settings; defaults where the file says nothing.
  ///
  /// What rules say of alerts comes behind the rules that are about nothing else.
  var settings: Settings {
    var settings = configuration.values
    settings.preferences.alerts.rules += settings.store.rules.compactMap(\.alertRule)
    return settings
  }

  /// The keys with the user's changes, one line for each change that is wrong, and whether all of
  /// them are made nevertheless.
  var keymap: (keymap: Keymap, problems: [String], isWhole: Bool) {
    let settings = configuration.values
    var keymap = settings.keyPreset.keymap
    guard !settings.keys.isEmpty else { return (keymap, [], true) }
    let errors = keymap.apply(settings.keys)
    let problems = errors.map { located($0.message, at: $0.position) }
    return (keymap, problems, errors.allSatisfy(\.isApplied))
  }

  /// Everything that is wrong with the configuration, one line each.
  var configurationMessages: [String] {
    configuration.messages + keymap.problems + mutes.messages
  }

  /// The programs of the screen that are not there; its own mistakes are told elsewhere.
  func missingPrograms(of configuration: TOMLFile<Settings>) -> [TOMLError] {
    let preferences = configuration.values.preferences
    var programs = [("opener", preferences.opener), ("browser", preferences.browser)]
    if case .command(let words) = preferences.clipboard { programs.append(("clipboard", words)) }
    let search = ProgramSearch(path: variables["PATH"])
    return programs.compactMap { key, words -> TOMLError? in
      guard let name = words.first, !search.finds(name) else { return nil }
      let methods = key == "clipboard" ? ["auto", "native", "tmux", "osc52"] : ["auto"]
      let hint = NearestName.hint(NearestName.nearest(to: name, in: methods))
      return configuration.error(
        .unusable("there is no program \(name)" + hint), at: TOMLPath(key))
    }
  }

  /// What is wrong with the configuration, where it stands.
  func located(_ message: String, at position: TOMLPosition?) -> String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return paths.configuration + place + ": " + message
  }

  /// The user's inboxes; one that does not exist is not made by looking at it.
  var catalog: InboxCatalog {
    InboxCatalog(
      names: {
        let names = paths.inboxNames.map(\.description)
        guard case .folder(let path) = inbox else { return names }
        return [path] + names
      },
      open: { text in
        let other = selecting(try paths.inbox(text))
        guard other.isMade else { throw UnknownInboxError(other.inbox, among: paths) }
        return try other.reopen()
      }, folder: paths.inboxes)
  }
}
