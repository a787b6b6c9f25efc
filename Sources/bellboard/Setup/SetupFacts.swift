import BellboardSupport
import Foundation
import InboxSettings
import InboxUI

/// What setup finds on the machine, read once at its start.
struct SetupFacts {
  let path: String
  /// The text of the configuration; nil if there is none.
  let text: String?
  let settings: Settings
  let receiving: ReceivingSettings
  /// The themes to choose from, in the order of their names.
  let themes: [SetupTheme]
  /// The shell hook; nil for a shell that has none.
  let hook: SetupHook?
  let github: SetupGitHub
  let service: SetupService
  /// The path of this program, for lines that other programs run.
  let program: String
  /// The theme that `BELLBOARD_THEME` sets; nil if it does not.
  let themeOfVariable: String?
  /// The terminal's background, as far as its variables tell.
  let background: ScreenBackground?
  private let home: String?

  init(_ environment: UserEnvironment, service: SetupService, program: String = ownPath) {
    path = environment.paths.configuration
    text = try? String(contentsOfFile: path, encoding: .utf8)
    settings = environment.settings
    receiving = environment.receiving.values
    themes = SetupTheme.all(in: environment)
    hook = SetupHook(variables: environment.variables)
    github = SetupGitHub(environment)
    self.service = service
    self.program = program
    themeOfVariable = environment.variables["BELLBOARD_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    background = environment.background
    home = environment.variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The path of the running program, even if it was found by `PATH`.
  static var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "bellboard"
  }

  /// Whether a path is a symbolic link to a file that does not exist.
  static func isBrokenLink(_ path: String) -> Bool {
    let manager = FileManager.default
    return (try? manager.destinationOfSymbolicLink(atPath: path)) != nil
      && !manager.fileExists(atPath: path)
  }

  /// The theme of the configuration; nil if it has one for each background.
  var currentTheme: String? {
    guard let choice = settings.theme else { return "default" }
    return choice.light == choice.dark ? choice.dark : nil
  }

  /// A path as a person writes it, with `~` for the home folder.
  func shown(_ path: String) -> String {
    guard let home, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// The keymap of a preset with the user's own bindings.
  func keymap(of preset: KeymapPreset) -> Keymap {
    var keymap = preset.keymap
    _ = keymap.apply(settings.keys)
    return keymap
  }
}

/// A theme to choose in setup.
struct SetupTheme: Hashable {
  /// The name or path for the configuration; nil for what it has: a theme for each background.
  let name: String?
  let label: String
  /// The look; nil if its file cannot be used.
  let theme: Theme?
  /// What is wrong with its file.
  let problem: String?

  /// All themes that can be named, after the one that the configuration has otherwise.
  static func all(in environment: UserEnvironment) -> [SetupTheme] {
    let themes = environment.themes.names.map { named($0, environment) }
    guard let choice = environment.settings.theme else { return themes }
    guard choice.light != choice.dark else {
      let isKnown = themes.contains { $0.name == choice.dark }
      return (isKnown ? [] : [named(choice.dark, environment)]) + themes
    }
    let shown = named(environment.themeName(), environment)
    let both = SetupTheme(
      name: nil, label: "by background", theme: shown.theme, problem: shown.problem)
    return [both] + themes
  }

  private static func named(_ name: String, _ environment: UserEnvironment) -> SetupTheme {
    do throws(ThemeLookupError) {
      let loaded = try environment.theme(named: name)
      let problem = loaded.messages.first
      return SetupTheme(
        name: name, label: name, theme: problem == nil ? loaded.theme : nil, problem: problem)
    } catch {
      return SetupTheme(name: name, label: name, theme: nil, problem: error.report)
    }
  }
}
