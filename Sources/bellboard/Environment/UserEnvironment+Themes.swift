import InboxSettings

extension UserEnvironment {
  /// Where themes are found.
  var themes: ThemeLookup { ThemeLookup(paths) }

  /// The theme that is meant: the option, else `BELLBOARD_THEME`, else the configuration.
  func themeName(option: String? = nil) -> String {
    ThemeLookup.chosen(option: option, environment: variables, settings: settings)
  }

  /// Loads the theme that is meant, and those that it builds on.
  ///
  /// - Throws: `ThemeLookupError` when there is no such theme.
  func theme(option: String? = nil) throws(ThemeLookupError) -> ThemeChoice {
    try ThemeChoice.load(
      option: option, environment: variables, settings: settings, paths: paths)
  }
}
