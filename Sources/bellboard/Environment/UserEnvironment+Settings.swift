import BellboardSupport
import InboxCore
import InboxSettings
import InboxSystem
import InboxTOML
import InboxTerminal
import InboxText
import InboxUI

extension UserEnvironment {
  /// The configuration parsed by the settings of this program, with its errors.
  var configuration: TOMLFile<Settings> { file.read(by: Settings.table) }

  /// The settings; defaults for those that are not set.
  ///
  /// The alert actions of `[[rules]]` are appended to the rules of `[alerts]`.
  var settings: Settings {
    var settings = configuration.values
    settings.preferences.alerts.rules += settings.store.rules.compactMap(\.alertRule)
    return settings
  }

  /// The keymap with the user's bindings, the errors of these, and whether all bindings were
  /// applied despite errors.
  var keymap: (keymap: Keymap, errors: [TOMLError], isWhole: Bool) {
    let settings = configuration.values
    var keymap = settings.keyPreset.keymap
    guard !settings.keys.isEmpty else { return (keymap, [], true) }
    let found = keymap.apply(settings.keys)
    let errors = found.map { located($0.message, at: $0.position) }
    return (keymap, errors, found.allSatisfy(\.isApplied))
  }

  /// Whether a screen uses colors: by the option, else the configuration, else `NO_COLOR`.
  func wantsColors(option: Settings.ColorChoice? = nil) -> Bool {
    switch option ?? settings.color {
    case .always: true
    case .never: false
    case .auto: variables["NO_COLOR", default: ""].isEmpty
    }
  }

  /// The errors of the configuration and its keys.
  var configurationErrors: [TOMLError] { (configuration.errors + keymap.errors).inOrder }

  /// All errors of the configuration, one line each.
  var configurationMessages: [String] { configurationErrors.map(\.description) + mutes.messages }

  /// All errors of the configuration, the sources, the rules and the theme, one line each, as the files
  /// have them.
  var problems: [String] {
    let all = configurationErrors + usageErrors + missingPrograms(of: configuration) + themeErrors
    return all.inOrder.map(\.description) + mutes.messages
  }

  /// An error for each configured program of the screen that is not installed.
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

  /// An error at a position in the configuration.
  func located(_ message: String, at position: TOMLPosition?) -> TOMLError {
    TOMLError(file: paths.configuration, position: position, kind: .unusable(message))
  }

  /// The catalog of the user's inboxes; opening one that does not exist does not create it.
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
