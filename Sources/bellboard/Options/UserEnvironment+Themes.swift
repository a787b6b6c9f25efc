import InboxSettings
import InboxUI

extension UserEnvironment {
  /// Where themes are found.
  var themes: ThemeLookup {
    ThemeLookup(
      folders: paths.themeFolders, builtInNames: BuiltInThemes.names,
      builtIn: { BuiltInThemes.text(named: $0) })
  }

  /// The theme that is meant: the option, else `BELLBOARD_THEME`, else the configuration.
  func themeName(option: String? = nil) -> String {
    ThemeLookup.chosen(option: option, environment: variables, settings: settings)
  }

  /// Loads a theme and those that it builds on.
  ///
  /// - Throws: `ThemeLookupError` when there is no such theme.
  func theme(named name: String) throws(ThemeLookupError) -> LoadedTheme {
    let themes = themes
    let found = try themes.find(name)
    let loader = ThemeLoader(names: themes.names) { name, passingOver in
      (try? themes.find(name, passingOver: passingOver)).map(ThemeSource.init)
    }
    return loader.load(ThemeSource(found))
  }
}

extension ThemeSource {
  /// Takes the text of a theme that was found.
  init(_ text: ThemeText) {
    self.init(name: text.name, path: text.path, text: text.text)
  }
}
