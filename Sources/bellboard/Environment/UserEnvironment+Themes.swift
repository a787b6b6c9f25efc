import BellboardSupport
import InboxSettings
import InboxTOML
import InboxUI

extension UserEnvironment {
  /// Looks up themes in the user's folders, then among those that are compiled in.
  var themes: ThemeLookup {
    ThemeLookup(
      folders: paths.themeFolders, builtInNames: ThemeLoader.builtInNames,
      builtIn: ThemeLoader.builtInSource(named:))
  }

  /// The theme in use: by the option, else `BELLBOARD_THEME`, else the configuration.
  func themeName(option: String? = nil, on background: ScreenBackground? = nil) -> String {
    let variable = variables["BELLBOARD_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    return option ?? variable ?? settings.theme?.name(on: background ?? self.background ?? .dark)
      ?? "default"
  }

  /// Whether the theme in use depends on the terminal's background.
  func followsBackground(option: String?) -> Bool {
    themeName(option: option, on: .light) != themeName(option: option, on: .dark)
  }

  /// The terminal's background according to `COLORFGBG`; nil if that is unknown.
  var background: ScreenBackground? {
    variables["COLORFGBG"].flatMap(ScreenBackground.init(variable:))
  }

  /// Loads the theme in use, and those that it inherits from.
  ///
  /// - Throws: `ThemeLookupError` when there is no such theme, or its file cannot be read.
  func theme(
    option: String? = nil, on background: ScreenBackground? = nil
  ) throws(ThemeLookupError) -> LoadedTheme {
    try theme(named: themeName(option: option, on: background))
  }

  /// Loads a theme by name or path; the built-in default theme needs no parsing.
  func theme(named name: String) throws(ThemeLookupError) -> LoadedTheme {
    let themes = themes
    let found = try themes.find(name)
    if found.isBuiltIn, name == "default" {
      return LoadedTheme(theme: .default, errors: [], sources: [found])
    }
    let loader = ThemeLoader(names: themes.names) { name, passedOver in
      try? themes.find(name, passingOver: passedOver)
    }
    return loader.load(found)
  }

  /// The errors of the theme in use, or of both if there is one for each background.
  var themeErrors: [TOMLError] {
    let backgrounds: [ScreenBackground?] =
      followsBackground(option: nil) ? ScreenBackground.allCases : [nil]
    return backgrounds.flatMap { background in
      do throws(ThemeLookupError) {
        return try theme(on: background).errors
      } catch {
        return [self.error(for: error)]
      }
    }
  }

  /// The files of the settings and of a theme, including those that would take precedence.
  func files(behind theme: LoadedTheme) -> [String] {
    [paths.configuration, paths.mutes] + theme.sources.flatMap(themes.places(of:))
  }

  /// The error of a theme that was not given as an option, with the place that names it.
  func error(for error: ThemeLookupError) -> TOMLError {
    if case .unreadable(let error) = error { return error }
    guard variables["BELLBOARD_THEME", default: ""].isEmpty else {
      return TOMLError(file: "BELLBOARD_THEME", position: nil, kind: .unusable(error.report))
    }
    return located(error.report, at: configuration.position(of: Settings.themePath))
  }
}
