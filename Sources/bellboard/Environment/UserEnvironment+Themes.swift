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

  /// Why the theme that nobody gave as an option cannot be used, and where it is named.
  func message(for error: ThemeLookupError) -> String {
    if case .unreadable = error { return error.description }
    guard variables["BELLBOARD_THEME", default: ""].isEmpty else {
      return "BELLBOARD_THEME: \(error.description)"
    }
    return located(error.description, line: configuration.themeLine)
  }
}
