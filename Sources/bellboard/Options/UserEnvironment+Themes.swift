import InboxSettings
import InboxUI

extension UserEnvironment {
  /// Where themes are found.
  var themes: ThemeLookup { ThemeLookup(paths) }

  /// The theme that is meant: the option, else `BELLBOARD_THEME`, else the configuration.
  func themeName(option: String? = nil) -> String {
    ThemeLookup.chosen(option: option, environment: variables, settings: settings)
  }

  /// Loads a theme and those that it builds on, to look at what its files say.
  ///
  /// - Throws: `ThemeLookupError` when there is no such theme.
  func theme(named name: String) throws(ThemeLookupError) -> LoadedTheme {
    let themes = themes
    return themes.load(try themes.find(name))
  }

  /// Chooses the look of a screen, and says which files it depends on.
  ///
  /// - Throws: `ThemeLookupError` when there is no such theme.
  func themeChoice(option: String?) throws(ThemeLookupError) -> ThemeChoice {
    try ThemeChoice.load(
      option: option, environment: variables, settings: settings, paths: paths)
  }
}
