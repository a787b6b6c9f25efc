import InboxTOML
import InboxCore

/// The settings changed by `:set`, which hold until the configuration is reloaded.
///
/// A new theme or tab rereads the configuration too, and keeps them.
struct TypedSettings: Sendable {
  /// The configuration under the changes.
  private var configured: ScreenPreferences?
  private var changes: [(name: String, value: String)] = []

  /// Records a change.
  ///
  /// - Parameters:
  ///   - name: The name of the setting.
  ///   - value: Its value, as typed.
  ///   - before: The preferences before the change.
  mutating func record(_ name: String, _ value: String, before: ScreenPreferences) {
    configured = configured ?? before
    changes.removeAll { $0.name == name }
    changes.append((name, value))
  }

  /// The preferences to use for a configuration that was read again.
  ///
  /// - Parameters:
  ///   - preferences: The preferences of the file.
  ///   - isReload: Whether the person asked for it.
  /// - Returns: The preferences with the changes, unless the file has changed in more than its tabs.
  mutating func applied(
    to preferences: ScreenPreferences, isReload: Bool
  ) -> ScreenPreferences {
    guard var before = configured, !isReload else {
      self = TypedSettings()
      return preferences
    }
    // Another theme may have another command that checks it.
    (before.tabs, before.configurationCheck) = (preferences.tabs, preferences.configurationCheck)
    before.mutes = preferences.mutes
    guard before == preferences else {
      self = TypedSettings()
      return preferences
    }
    configured = preferences
    var changed = preferences
    for change in changes { _ = changed.set(change.name, to: change.value) }
    return changed
  }
}

extension ScreenPreferences {
  /// The names of the settings in a configuration.
  static let settingNames = rows.map { "\($0.path)" }

  /// The names in the order of completions: the most used, then those with known values.
  private static let completedNames = {
    let used = ["theme", "density", "preview", "group", "sort", "source_list", "time_format"]
    let names = rows.filter { !$0.choices.isEmpty } + rows.filter(\.choices.isEmpty)
    return used + names.map { "\($0.path)" }.filter { !used.contains($0) }
  }()

  /// The completions of `:set`: names, then the values of the named setting.
  static func settingTexts(for typed: String, themes: [String]) -> [String] {
    let name = typed.prefix { $0 != "=" }
    switch name {
    case _ where name.count == typed.count: return completedNames.map { $0 + "=" }
    case "theme": return themes.map { "theme=\($0)" }
    case "sort": return MessageOrder.allCases.map { "sort=\($0.rawValue)" }
    default:
      return rows.first { "\($0.path)" == name }?.choices.map { "\(name)=\($0)" } ?? []
    }
  }

  /// Changes a setting until the configuration is reloaded.
  ///
  /// - Parameters:
  ///   - name: The name of the setting in a configuration.
  ///   - value: The value, a string with or without quotes; `on` and `off` are true and false.
  /// - Returns: The error; nil if it was set.
  package mutating func set(_ name: String, to value: String) -> String? {
    var problem: TOMLError?
    // Other rows would reset what the text does not name, such as the tabs.
    let table = TOMLTable(Self.rows.filter { "\($0.path)" == name })
    let flag = ["on": "true", "off": "false"][value]
    for text in [value, TOMLText.string(value), flag].compactMap(\.self) {
      var reader = TOMLReader(TOMLDocument("\(name) = \(text)\n"))
      var changed = self
      table.read(&reader, into: &changed)
      guard let error = reader.errors.first else {
        self = changed
        return nil
      }
      if Self.rank(error) < problem.map(Self.rank) ?? .max { problem = error }
    }
    return problem?.message
  }

  /// The rank of an error; the lowest is the most helpful: value, type, syntax.
  private static func rank(_ error: TOMLError) -> Int {
    switch error.kind {
    case .syntax, .restUnread: 2
    case .wrongType: 1
    default: 0
    }
  }
}
