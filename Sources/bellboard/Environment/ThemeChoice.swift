import InboxCore
import InboxSettings
import InboxUI

/// The look that somebody chose, with what is wrong with it and what it is made of.
struct ThemeChoice {
  /// The look; what could not be read is as the parent has it.
  var theme: Theme
  /// What was wrong, as lines of the form `path:line: message`.
  ///
  /// With any of them, an open screen keeps its look.
  var problems: [String]
  /// The files that it depends on, also those that would take precedence if they existed.
  var watched: [String]

  /// Loads the theme that is meant: the option, else `BELLBOARD_THEME`, else the configuration.
  ///
  /// - Throws: `ThemeLookupError` when there is no such theme, or its file cannot be read.
  static func load(
    option: String?, environment: [String: String], settings: Settings, paths: Paths
  ) throws(ThemeLookupError) -> ThemeChoice {
    let name = ThemeLookup.chosen(option: option, environment: environment, settings: settings)
    var choice = try ThemeLookup(paths).choice(named: name)
    choice.watched.insert(paths.configuration, at: 0)
    return choice
  }
}

extension ThemeLookup {
  /// Knows the user's folders and the themes that are compiled in.
  init(_ paths: Paths) {
    self.init(
      folders: paths.themeFolders, builtInNames: BuiltInThemes.names,
      builtIn: { BuiltInThemes.text(named: $0) })
  }

  /// Loads a theme by name or path; the standard one, unless a file has its name, unparsed.
  func choice(named name: String) throws(ThemeLookupError) -> ThemeChoice {
    let found = try find(name)
    if found.isBuiltIn, name == "default" {
      return ThemeChoice(theme: .default, problems: [], watched: places(of: name, until: nil))
    }
    let loaded = load(found)
    let parents = loaded.sources.dropFirst()
    return ThemeChoice(
      theme: loaded.theme, problems: loaded.problems.map(\.description),
      watched: places(of: name, until: found.path)
        + parents.flatMap { places(of: $0.name, until: $0.path) })
  }

  /// Reads a theme that was found, and those that it inherits.
  func load(_ found: ThemeText) -> LoadedTheme {
    let loader = ThemeLoader(names: names) { name, passedOver in
      (try? find(name, passingOver: passedOver)).map(ThemeSource.init)
    }
    return loader.load(ThemeSource(found))
  }
}

extension ThemeSource {
  /// Takes the text of a theme that was found.
  init(_ found: ThemeText) {
    self.init(name: found.name, path: found.path, text: found.text)
  }
}
