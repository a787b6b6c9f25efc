import InboxTOML

/// A write of the present look into the configuration: theme, density, preview and grouping.
package struct KeepLook: Request {
  /// A setting as the screen has it.
  package struct Setting: Sendable, Hashable {
    /// The name in the configuration.
    package let name: String
    /// The value in TOML syntax.
    package let value: String

    init(_ name: String, _ value: some RawRepresentable<String>) {
      (self.name, self.value) = (name, TOMLText.string(value.rawValue))
    }

    /// Creates the setting of a theme by name or path.
    package init(theme: String) {
      (name, value) = ("theme", TOMLText.string(theme))
    }

    /// Creates the setting of a theme for each background.
    package init(light: String, dark: String) {
      let (light, dark) = (TOMLText.string(light), TOMLText.string(dark))
      (name, value) = ("theme", "{ light = \(light), dark = \(dark) }")
    }

    /// The line of a configuration.
    package var text: String { "\(name) = \(value)" }

    /// The name and the value for people.
    var label: String { text.replacing("\"", with: "") }

    /// Whether preferences have this value.
    package func holds(in preferences: ScreenPreferences) -> Bool {
      var changed = preferences
      return changed.set(name, to: value) == nil && changed == preferences
    }
  }

  /// The outcome of the write.
  package enum Outcome: Sendable, Hashable {
    /// The settings that were written, without those that the configuration had.
    case kept([Setting])
    /// Nothing was written, for a reason.
    case failed(String)
  }

  /// The settings except the theme, whose name only the pane knows.
  package let settings: [Setting]

  package var effect: Effect { .pane(.keepLook(self)) }

  /// The changed configuration is then loaded anew.
  package func receive(_ kept: [Setting], in state: inout UIState) {
    let file = state.preferences.configurationName
    state.showStatus(.lookKept(kept.map(\.label), file: file))
  }
}

extension KeepLook {
  /// The request to keep the present look.
  init(of state: UIState) {
    settings = [
      Setting("density", state.preferences.rows.density),
      Setting("preview", state.preview.choice ?? state.preferences.preview),
      Setting("group", state.grouping),
    ]
  }
}
