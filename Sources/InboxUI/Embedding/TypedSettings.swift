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
